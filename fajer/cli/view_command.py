"""`fajer view`: a file of records as a page for the browser."""

import shutil
import tempfile
import webbrowser
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import click

from fajer.cli import common

if TYPE_CHECKING:
    from fajer.words import Words


@click.command("view", short_help="Show a record in the browser: the table, step by step.")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("-o", "--out", type=click.Path(path_type=Path), metavar="PAGE.html", help="Write the page here.")
@common.lang_option
@click.option("--index", type=click.IntRange(0), help="Open this game.")
@click.option("--deal", type=click.IntRange(0), help="Open this deal of it [0].")
@click.option("--step", type=click.IntRange(0), help="Open this step of the deal [0].")
@click.option("--seat", type=click.IntRange(0), help="Show only what this seat saw.")
def command(
    file: Path,
    out: Path | None,
    lang: str | None,
    index: int | None,
    deal: int | None,
    step: int | None,
    seat: int | None,
) -> None:
    """Make one HTML page of FILE, which needs nothing but itself, and open it in the browser.

    With -o the page is written there, over an older page, and not opened. It shows the games step by step, all cards
    or only what one seat saw, in English and Hungarian. A match that still goes on is shown as far as it is.

    \b
    Examples:
      fajer view demo.jsonl -o game.html
      fajer view demo.jsonl --index 7 --lang hu
    """
    from fajer.records.files import opened
    from fajer.view.writing import write
    from fajer.words import Words

    found = opened(file)
    words = Words.of(lang)
    told = common.untold if found.can_end_early else None
    with ExitStack() as kept, common.Progress("games", found.match.games, told=told) as progress:
        page = out or _private(kept) / f"{file.name}.html"
        packed = write(found, page, words.language, progress.step)
        link = _link(packed.deals, len(found.match.bots), words, index=index, deal=deal, step=step, seat=seat)
        kept.pop_all()
    if packed.cut is not None:
        common.remark(words.say("view.cut", reason=str(packed.cut), games=len(packed.deals)))
    address = page.absolute().as_uri() + link
    click.echo(address if link else page)
    if out is None:
        if not webbrowser.open(address):
            common.remark(words.say("view.no_browser"))
        common.remark(words.say("view.lies", folder=str(page.parent)))


def _private(kept: ExitStack) -> Path:
    """A new folder that only its owner can look into; it goes unless it is kept."""
    folder = tempfile.mkdtemp(prefix="fajer-view-")
    kept.callback(shutil.rmtree, folder)
    return Path(folder)


def _link(
    deals: list[int],
    seats: int,
    words: "Words",
    *,
    index: int | None,
    deal: int | None,
    step: int | None,
    seat: int | None,
) -> str:
    """What stands behind the address of a page to open it at a moment; raises `UsageError` if there is no such one."""
    moment = {"game": index, "deal": deal, "step": step, "seat": seat}
    if all(value is None for value in moment.values()):
        return ""
    game, number = index or 0, deal or 0
    if game >= len(deals):
        raise click.UsageError(words.say("view.no_game", game=game, games=len(deals)))
    if number >= deals[game]:
        raise click.UsageError(words.say("view.no_deal", game=game, deal=number, deals=deals[game]))
    if seat is not None and seat >= seats:
        raise click.UsageError(words.say("view.no_seat", seat=seat, seats=seats))
    moment |= {"game": game, "deal": number, "step": step or 0}
    return "#" + "&".join(f"{name}={value}" for name, value in moment.items() if value is not None)
