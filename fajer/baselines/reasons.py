"""What the bots of the package say of their decisions when they are asked to: `--reasons en` or `--reasons hu`."""

from fajer.bot import Bot

TEXTS = {
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
    },
    "hu": {
        "keep_worth": "A három lap {worth}-t ér, ezért megtartja.",
        "worth_nothing": "A három lap semmit sem ér, ezért kiteszi.",
        "keep": "Még egy lap átlagban {gain} ezred téttel javítana rajta; {least}-tól megtartja.",
        "put": "Még egy lap átlagban csak {gain} ezred téttel javítana rajta, {least} kellene.",
        "at_once": "{worth} elég ahhoz, hogy {players} játékosnál rögtön terítsen: {least} kell hozzá.",
        "no_better": "Egyik csere sem javít a lapjain, és {worth} elég a terítéshez: {least} kell hozzá.",
        "score": "{action}: {score} pont, {second}: {other}. Számít, mit ér a kéz, mi lehet belőle, és mi marad a "
        "következő játékosnak (a tét tízezredeiben).",
        "score_alone": "{action}: {score} pont. Számít, mit ér a kéz, mi lehet belőle, és mi marad a következőnek.",
        "closing": "{action} után a legerősebb a keze, értéke {worth}, és így marad a legkevesebb a következőnek.",
        "best_now": "{action} után a legjobb a keze, ami most lehet, értéke {worth}.",
        "stays": "Egyik csere sem javít a lapjain, értékük {worth}.",
        "shares": "{deals} lehetséges leosztást játszott végig: {action} után átlagban a kassza {share}%-a az övé, és "
        "{lost}%-ban fizet most; {second}: {other}% és {other_lost}%.",
        "losses": "{deals} lehetséges leosztást játszott végig: {action} után {lost}%-ban fizet, "
        "{second} után {other_lost}%-ban.",
        "draw": "Ha ezt tartja meg: {kept}, a lehetséges húzások {chance}%-ában övé lesz a legjobb kéz.",
        "nothing": "semmit",
        "bid_best": "A nem látott lapokból kirakható kezek {worse}%-a gyengébb: {others} ellen {chance}%-ban ez a "
        "legjobb.",
        "bid_call": "Eszerint a kasszából {part} zseton az övé, és a tartás {cost}-ba kerül.",
        "buys": "Ennyit senki más nem tud megadni, mindenkinek be kell dobnia.",
        "pays": "{action} átlagban {chips} zsetont hoz, {second} {other}-t.",
        "only": "Más lépés nincs.",
    },
}
"""By language, what can be said."""


class Why:
    """Says why, in a language.

    >>> Why("en").say("stays", worth=28)
    'No exchange makes the hand better, which is worth 28.'
    """

    def __init__(self, language: str) -> None:
        self._texts = TEXTS[language]
        self._comma = "," if language == "hu" else "."

    def say(self, key: str, **values: str | float) -> str:
        """A sentence; numbers are rounded."""
        return self._texts[key].format_map({name: self._shown(value) for name, value in values.items()})

    def _shown(self, value: str | float) -> str:
        if isinstance(value, str):
            return value
        return f"{value:.1f}".removesuffix(".0").replace(".", self._comma)


class Reasoned(Bot):
    """A bot that can say why it acts as it does."""

    why: Why | None = None
    """Who says it, in `note`; None: nobody asked."""
