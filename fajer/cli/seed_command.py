"""`fajer seed`: the decks and hands that a seed deals."""

from collections.abc import Iterator

import click

from fajer.cli import common
from fajer.wire.codec import plain


@click.command("seed", short_help="Show the decks and hands that a seed deals.")
@click.argument("match_seed", type=common.Plain(), required=False, metavar="[SEED]")
@click.option("--first", type=click.IntRange(0), default=0, help="The first set to show [0].")
@click.option("--games", type=click.IntRange(1), default=1, help="How many sets, that is game seeds [1].")
@click.option("--deals", type=click.IntRange(1), default=1, help="How many deals of each [1].")
@click.option("--players", type=int, default=3, help="For how many players the first deal is dealt [3].")
@common.game_option
@common.preset_option
@common.set_option
@common.as_json
def command(
    match_seed: str | None,
    first: int,
    games: int,
    deals: int,
    players: int,
    game_name: str,
    preset: str | None,
    changes: tuple[str, ...],
    as_json: bool,
) -> None:
    """Show what a match seed deals: game seeds, decks, and who is dealt what.

    Without SEED one is drawn from the operating system, 256 bits, as fajer match does.
    Hands are those of the first deal, when everyone is in and seat 0 deals.

    \b
    Examples:
      fajer seed
      fajer seed demo --games 3 --players 4
      fajer seed demo --first 7 --deals 2 --json
      fajer seed demo --game poker
    """
    from fajer.games import game, seeds

    rules = game(game_name)
    options = common.game_options(rules, preset, changes)
    rules.check_players(options, players)
    seed = seeds.draw_match_seed() if match_seed is None else match_seed
    numbers = range(first, first + games)

    def decks(game_seed: str) -> Iterator[str]:
        for deal in range(deals):
            yield " ".join(rules.deck.texts(seeds.shuffled(game_seed, deal, len(rules.deck))))

    def hands(game_seed: str) -> Iterator[list[str]]:
        state = rules.start(options, players, game_seed)
        for seat in range(players):
            yield rules.cards(state.view(seat))

    if as_json:
        with common.Progress("sets", games) as progress:
            sets = []
            for number in numbers:
                game_seed = seeds.game_seed(seed, number)
                order = seeds.bot_order(game_seed, players)
                dealt = {"decks": list(decks(game_seed)), "hands": list(hands(game_seed))}
                sets.append({"set": number, "game_seed": game_seed, "bot_order": order} | dealt)
                progress.step()
        common.echo_json({"seed": seed, "game": rules.name, "players": players, "sets": sets})
        return
    click.echo(f"seed {plain(seed)}")
    for number in numbers:
        game_seed = seeds.game_seed(seed, number)
        click.echo(f"set {number}: game seed {game_seed}, order of the bots {seeds.bot_order(game_seed, players)}")
        for deal, deck in enumerate(decks(game_seed)):
            click.echo(f"  deck {deal}: {deck}")
        for seat, hand in enumerate(hands(game_seed)):
            click.echo(f"  seat {seat}: {' '.join(hand)}")
