"""Where units are played: worker processes here, or machines elsewhere. The runner does not ask which."""

from collections.abc import Generator, Iterator, Mapping
from typing import Protocol

from fajer.match.task import Played, Task, UnitOver
from fajer.match.unit import Job

__all__ = ["Place", "Played", "Task", "UnitOver"]


class Place(Protocol):
    """Plays units, many side by side, and gives back their games in whatever order they end."""

    def played(self, jobs: Mapping[int, Job], tasks: Iterator[Task]) -> Generator[Played | UnitOver, None, None]:
        """Play all tasks; `jobs` are the matches by the number of their table, all that tasks may name.

        A task is taken from `tasks` only when there is room for it, since what is found out
        meanwhile may change which ones are left. Each game comes back as soon as it can; one that
        comes a second time, since its unit had to be played again because of a worker, does no harm
        (such a task is `known` to have the games that came before, and tells its `trouble`). After
        the last game of a unit comes its `UnitOver`. It ends when `tasks` has ended and every unit is
        over.

        Closed early (`Generator.close`), it ends everything that runs, bots included, before that
        returns. It is called once for each round of a ladder, never twice at the same time. Raises
        `InternalError` for what is the referee's own failure, twice in the same unit.
        """

    def stop(self) -> None:
        """Begin no more games, as far as that can be had: a unit may end after the game that runs.

        `tasks` ends then, too. Called from a handler of signals, so it only takes a note.
        """

    def close(self) -> None:
        """Let go of whatever it holds; nothing is played any more."""
