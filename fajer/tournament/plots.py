"""The plots of the report, as SVG that stands in a page.

They have no colours of their own: the page's style says what ink is, in light, in dark and on paper.
Texts stay texts, in the fonts of the page; nothing is fetched, and the same numbers give the same bytes.
"""

import io
import math
import re
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from html import escape
from typing import Any, Literal, NamedTuple

from fajer.score.table import duration

WIDE = 1000
"""Pixels across, for a screen."""
NARROW = 340
"""Pixels across, for a phone."""

_INK, _MUTED, _LINE, _ACCENT = "#000001", "#000002", "#000003", "#000004"
_COLOURS = {_INK: "var(--ink)", _MUTED: "var(--muted)", _LINE: "var(--line)", _ACCENT: "var(--accent)"}
"""What stands for a colour until the page has its say."""
_LETTERS = {WIDE: 34, NARROW: 15}
"""So many letters of a name have room."""
_ROW, _FRAME = 30, 66
"""Pixels for each bot in a row of its own, and for all around them."""
_PANEL = {WIDE: 170, NARROW: 130}
_MARGINS = {WIDE: (76, 14, 28, 48, 26, 46), NARROW: (62, 12, 26, 44, 24, 40)}
"""About the panels and between them, in pixels: left, right, top, bottom, from side to side, one above the other."""
_DPI = 72
"""SVG's units are points: at so many an inch they are pixels."""


class Bar(NamedTuple):
    """A bot's value with what is sure about it."""

    name: str
    at: float
    low: float | None
    """The lower end; None: it is not known."""
    high: float | None


class Course(NamedTuple):
    """How a bot's mean went."""

    name: str
    sets: Sequence[int]
    """So many sets had been played."""
    means: Sequence[float]
    """The mean over these."""
    halves: Sequence[float | None]
    """Half the width of its interval."""


class Span(NamedTuple):
    """How long a bot thought, in microseconds."""

    name: str
    p50: int
    p99: int
    longest: int


def strengths(bars: Sequence[Bar], width: int, label: str) -> str:
    """Strengths on the Elo scale, the best on top."""
    with _drawn(width, _FRAME + _ROW * len(bars)) as (figure, svg):
        axes = _rows(figure, [bar.name for bar in bars], width)
        for row, bar in enumerate(bars):
            if bar.low is not None and bar.high is not None:
                axes.plot([bar.low, bar.high], [row, row], color=_ACCENT, linewidth=2, solid_capstyle="butt")
                axes.plot([bar.low, bar.high], [row, row], color=_ACCENT, marker="|", markersize=11, linewidth=0)
            axes.plot([bar.at], [row], color=_ACCENT, marker="o", markersize=8)
        axes.set_xlabel("Elo")
        axes.locator_params(axis="x", nbins=8 if width == WIDE else 4)
    return svg(label)


def courses(panels: Sequence[Course], width: int, label: str, unit: str) -> str:
    """Means as sets were played, each bot in a panel of its own, all on the same scales."""
    columns = _columns(len(panels), width)
    rows = math.ceil(len(panels) / columns)
    with _drawn(width, _FRAME + _PANEL[width] * rows, layout=None) as (figure, svg):
        grid = figure.subplots(rows, columns, sharex=True, sharey=True, squeeze=False)
        _laid(figure, columns, rows, width)
        flat = [axes for line in grid for axes in line]
        for axes, panel in zip(flat, panels, strict=False):
            _panel(axes, panel, width)
        for axes in flat[len(panels) :]:
            axes.set_visible(False)
        for place in range(max(0, len(panels) - columns), len(panels)):
            flat[place].tick_params(labelbottom=True)
        flat[0].set_ylim(*_limits(panels))
        flat[0].set_xlim(0, max(panel.sets[-1] for panel in panels))
        flat[0].locator_params(axis="both", nbins=4)
        flat[0].xaxis.get_major_locator().set_params(integer=True)
        figure.text(0.5, 0.01, "sets played", horizontalalignment="center", color=_MUTED)
        figure.text(0.005, 0.5, f"{unit} a game", rotation=90, verticalalignment="center", color=_MUTED)
    return svg(label)


def thinking(spans: Sequence[Span], width: int, label: str, limit_us: int) -> str:
    """Thinking times on a scale of tenfolds, with the limit of a decision."""
    with _drawn(width, _FRAME + _ROW * len(spans)) as (figure, svg):
        axes = _rows(figure, [span.name for span in spans], width)
        for row, span in enumerate(spans):
            low, high, longest = (max(1, us) for us in span[1:])
            axes.plot([low, high], [row, row], color=_ACCENT, linewidth=3, solid_capstyle="butt")
            axes.plot([high, longest], [row, row], color=_LINE, linewidth=1.5, zorder=1)
            axes.plot([low], [row], color=_ACCENT, marker="o", markersize=8)
            axes.plot([high], [row], color=_ACCENT, marker="|", markersize=12, markeredgewidth=2)
            axes.plot([longest], [row], color=_INK, marker="x", markersize=7, markeredgewidth=1.5)
        axes.axvline(limit_us, color=_MUTED, linewidth=1, linestyle=(0, (4, 3)))
        axes.set_xscale("log")
        axes.minorticks_off()
        axes.xaxis.set_major_formatter(lambda us, _: duration(round(us)))
        if width == NARROW:
            axes.xaxis.get_major_locator().set_params(numticks=5)
    return svg(label)


@contextmanager
def _drawn(
    width: int, height: int, *, layout: Literal["constrained"] | None = "constrained"
) -> Iterator[tuple[Any, Callable[[str], str]]]:
    """A figure, drawn when the `with` is left, and what gives its SVG after that."""
    import matplotlib
    from matplotlib.backends.backend_svg import FigureCanvasSVG
    from matplotlib.figure import Figure

    file = io.StringIO()
    with matplotlib.rc_context(), warnings.catch_warnings():
        warnings.simplefilter("ignore")  # a letter that a font has not: the page's fonts will
        matplotlib.rcdefaults()
        matplotlib.rcParams.update(_style(width))
        figure = Figure(figsize=(width / _DPI, height / _DPI), dpi=_DPI, layout=layout)
        FigureCanvasSVG(figure)
        yield figure, lambda label: _inline(file.getvalue(), label, width, height)
        matplotlib.rcParams["svg.hashsalt"] = f"{width} {height} {len(figure.axes)}"
        figure.savefig(file, format="svg", transparent=True, metadata={"Date": None, "Creator": None})


def _style(width: int) -> dict[str, Any]:
    return {
        "svg.fonttype": "none",
        "text.parse_math": False,  # a name is no formula
        "font.size": 13 if width == WIDE else 11.5,
        "text.color": _INK,
        "axes.edgecolor": _LINE,
        "axes.labelcolor": _MUTED,
        "axes.spines.top": False,
        "axes.spines.right": False,
        "axes.grid": True,
        "grid.color": _LINE,
        "grid.linewidth": 0.6,
        "xtick.color": _LINE,
        "ytick.color": _LINE,
        "xtick.labelcolor": _MUTED,
        "ytick.labelcolor": _MUTED,
        "axes.axisbelow": True,
        "path.simplify": True,
    }


def _inline(svg: str, label: str, width: int, height: int) -> str:
    """What matplotlib wrote, as an element of a page: an image with a label, in the page's colours."""
    body = svg[svg.index("<svg") :]
    body = body[body.index(">") + 1 :].strip()
    body = re.sub(r"<metadata>.*?</metadata>|<!--.*?-->", "", body, flags=re.DOTALL)
    body = re.sub(r"<defs>\s*<style.*?</style>\s*</defs>", "", body, flags=re.DOTALL)
    body = re.sub(r'<g id="[^"]*"', "<g", body)
    body = re.sub(r"(?<=: )#00000[1-4]", lambda found: _COLOURS[found[0]], body)
    body = re.sub(r"\n\s*", "\n", body)
    return f'<svg viewBox="0 0 {width} {height}" role="img" aria-label="{escape(label)}">{body}'


def _rows(figure: Any, names: Sequence[str], width: int) -> Any:
    """Axes with a row a bot, the first on top."""
    axes = figure.subplots()
    axes.set_ylim(len(names) - 0.5, -0.5)
    axes.set_yticks(range(len(names)), [_cut(name, width) for name in names])
    axes.tick_params(axis="y", length=0, labelcolor=_INK)
    axes.spines["left"].set_visible(False)
    return axes


def _laid(figure: Any, columns: int, rows: int, width: int) -> None:
    """Put panels where they belong: a layout that is found takes as long as the rest."""
    across, down = figure.get_size_inches() * _DPI
    left, right, top, bottom, between, above = _MARGINS[width]
    panel = (across - left - right - between * (columns - 1)) / columns
    height = (down - top - bottom - above * (rows - 1)) / rows
    figure.subplots_adjust(
        left=left / across,
        right=1 - right / across,
        top=1 - top / down,
        bottom=bottom / down,
        wspace=between / panel,
        hspace=above / height,
    )


def _panel(axes: Any, panel: Course, width: int) -> None:
    """One bot's course: its mean, the band about it, and where it ended."""
    sure = [
        (sets, mean - half, mean + half)
        for sets, mean, half in zip(panel.sets, panel.means, panel.halves, strict=True)
        if half is not None
    ]
    if sure:
        axes.fill_between(*zip(*sure, strict=True), color=_ACCENT, alpha=0.22, linewidth=0)
    axes.axhline(0, color=_MUTED, linewidth=0.8)
    axes.plot(panel.sets, panel.means, color=_ACCENT, linewidth=2)
    axes.plot(panel.sets[-1:], panel.means[-1:], color=_ACCENT, marker="o", markersize=5, clip_on=False)
    axes.set_title(_cut(panel.name, width, 2), loc="left", fontsize=12.5 if width == WIDE else 11.5, color=_INK)


def _limits(panels: Sequence[Course]) -> tuple[float, float]:
    """From where to where the scale of payoffs goes: all means but the first ones, and the last bands."""
    seen = [0.0]
    for panel in panels:
        seen += panel.means[len(panel.means) // 8 :]
        half = panel.halves[-1] or 0.0
        seen += [panel.means[-1] - half, panel.means[-1] + half]
    room = 0.08 * (max(seen) - min(seen)) or 1.0
    return min(seen) - room, max(seen) + room


def _columns(panels: int, width: int) -> int:
    if width == NARROW:
        return min(2, panels)
    return panels if panels <= 4 else min((3, 4), key=lambda columns: (-panels % columns, -columns))


def _cut(name: str, width: int, parts: int = 1) -> str:
    """As much of a name as has room."""
    most = _LETTERS[width] // parts + 4 * (parts - 1)
    return name if len(name) <= most else f"{name[: most - 1]}…"
