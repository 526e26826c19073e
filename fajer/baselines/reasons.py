"""What the bots of the package say of their decisions when they are asked to: `--reasons en` or `--reasons hu`."""

from fajer.bot import Bot
from fajer.words import Language, Words

TEXTS: dict[Language, dict[str, str]] = {
    "en": {
        "keep_worth": "The hand is worth {worth}, so it is kept.",
        "worth_nothing": "The hand is worth nothing, so it is put in the middle.",
        "keep": "One more card betters the hand by {gain} thousandths of a stake in the mean; from {least} it stays.",
        "put": "One more card betters the hand by {gain} thousandths of a stake in the mean, and {least} are needed.",
        "at_once": "{worth} is enough to lay at once among {players} players: {least} are.",
        "no_better": "No exchange makes the hand better to hold, and {worth} is enough to lay: {least} are.",
        "score": "{action} scores {score}, {second} {other}: the hand counts, what may become of it, and what the next "
        "player is given (tenths of a thousandth of a stake).",
        "score_alone": "{action} scores {score}: the hand, what may become of it, and what the next player is given.",
        "closing": "{action} leaves the strongest hand, worth {worth}, and of such the least for the next player.",
        "best_now": "{action} leaves the best hand that it can have now, worth {worth}.",
        "stays": "No exchange makes the hand better, which is worth {worth}.",
        "shares": "{deals} deals that fit what was seen, played on: {action} leaves {share} % of the pot in the mean "
        "and loses this deal in {lost} %; {second}: {other} % and {other_lost} %.",
        "losses": "{deals} deals that fit what was seen, played on: {action} loses this deal in {lost} %, "
        "{second} in {other_lost} %.",
        "draw": "What is kept, {kept}, makes the best hand at the table in {chance} % of all draws that may come.",
        "nothing": "nothing",
        "bid_best": "{worse} % of the hands that the unseen cards make are worse: against {others} it is the best one "
        "in {chance} %.",
        "bid_call": "Its part of the pot by that is {part} chips, and a call costs {cost}.",
        "buys": "Nobody else can pay that, so all have to fold.",
        "pays": "{action} pays {chips} chips in the mean, {second} {other}.",
        "only": "It is all that may be done.",
        "call": "Call",
    },
    "hu": {
        "keep_worth": "A három lap értéke {worth}, ezért megtartja.",
        "worth_nothing": "A három lap semmit sem ér, ezért kiteszi.",
        "keep": "Még egy lap átlagban {gain} ezred téttel javítana rajta; ha ez legalább {least}, megtartja.",
        "put": "Még egy lap átlagban csak {gain} ezred téttel javítana rajta, {least} kellene.",
        "at_once": "{worth} elég ahhoz, hogy {players} játékosnál rögtön terítsen: {least} kell hozzá.",
        "no_better": "Egyik csere sem javít a lapjain, és {worth} elég a terítéshez: {least} kell hozzá.",
        "score": "„{action}”: {score} pont, „{second}”: {other}. Számít, mit ér a kéz, mi lehet belőle, és mi marad a "
        "következő játékosnak (a tét tízezredeiben).",
        "score_alone": "„{action}”: {score} pont. Számít, mit ér a kéz, mi lehet belőle, és mi marad a következőnek.",
        "closing": "„{action}” után a legerősebb a keze, értéke {worth}, és így marad a legkevesebb a következőnek.",
        "best_now": "„{action}” után a legjobb a keze, ami most lehet, értéke {worth}.",
        "stays": "Egyik csere sem javít a lapjain, értékük {worth}.",
        "shares": "{deals} lehetséges leosztást játszott végig. „{action}” után átlagban a kassza {share} százaléka "
        "az övé, és {lost} százalékukban fizet; „{second}” után {other} és {other_lost} százalék.",
        "losses": "{deals} lehetséges leosztást játszott végig. „{action}” után {lost}, „{second}” után {other_lost} "
        "százalékukban fizet.",
        "draw": "Megtartott lapok: {kept}. Így a lehetséges húzások {chance} százalékában övé lesz a legjobb kéz.",
        "nothing": "nincs",
        "bid_best": "A nem látott lapokból kirakható kezek {worse} százaléka gyengébb: {others} ellenféllel "
        "szemben {chance} százalék az esélye, hogy ez a legjobb.",
        "bid_call": "Eszerint a kasszából {part} zseton az övé, a tartás ára {cost} zseton.",
        "buys": "Ennyit senki más nem tud megadni, mindenkinek be kell dobnia.",
        "pays": "„{action}” átlagban {chips} zsetont hoz, „{second}” {other} zsetont.",
        "only": "Más lépés nincs.",
        "call": "Tartom",
    },
}
"""By language, what can be said."""
_ACTIONS = ("action", "second")
"""Values that are actions."""


class Why:
    """Says why, in a language; actions by their names there, cards by their two characters.

    >>> Why("en").say("stays", worth=28)
    'No exchange makes the hand better, which is worth 28.'
    >>> Why("en").say("best_now", action="swap 7p Ap", worth=29)
    'Swap 7p for Ap leaves the best hand that it can have now, worth 29.'
    """

    def __init__(self, language: Language) -> None:
        self._texts = TEXTS[language]
        self._words = Words(language)

    def say(self, key: str, **values: str | float) -> str:
        """A sentence; numbers are rounded, `action` and `second` are actions as they stand on the wire."""
        return self._texts[key].format_map({name: self._shown(name, value) for name, value in values.items()})

    def _shown(self, name: str, value: str | float) -> str:
        if isinstance(value, str):
            return self._called(value) if name in _ACTIONS else value
        return self._words.number(value, 1)

    def _called(self, action: str) -> str:
        """What an action is called."""
        word, *rest = action.split(" ")
        if word == "call":
            return self._texts[word]
        if word == "swap":
            return self._words.say("action.swap", own=rest[0], common=rest[1])
        if rest:
            return self._words.say(f"action.{word}", chips=self._words.say("count.chips", count=int(rest[0])))
        return self._words.say(f"action.{word}")


class Reasoned(Bot):
    """A bot that can say why it acts as it does."""

    why: Why | None = None
    """Who says it, in `note`; None: nobody asked."""
