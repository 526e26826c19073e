"""The link to a Dask cluster: begun here or reached elsewhere, and the run's bots brought to its workers."""

import asyncio
import contextlib
import logging
import re
import time
import uuid
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import fajer
from fajer.errors import FajerError, InternalError, MatchStopped, UsageError
from fajer.records.record import Isolation
from fajer.referee.entry import Entry
from fajer.tournament.bundle import Bundle, Key, key, packed

TOPIC = "fajer"
"""Under it workers say which unit of which run they begin."""
HERE = "dask"
"""The cluster that is begun for the run, on this machine."""
_ADDRESS = re.compile(r"tcp://([^\s/:\[\]]+|\[[0-9a-fA-F:.]+\]):\d{1,5}")
_CONNECT_S = 10.0
"""So long a scheduler elsewhere has to answer, and to have a worker."""
_COUNT_S = 5.0
_NOTICE_S = 0.5
"""So often the cluster's threads are counted, and while there are none: workers come and go."""

_PATIENCE_S = 60.0
"""So long a cluster that is begun here may take, and be without workers later: dead ones are replaced."""
_UNINTERRUPTED = "import signal\nsignal.signal(signal.SIGINT, signal.SIG_IGN)"
"""What a worker begins with: an interrupt from the keyboard, which goes to all, is for us alone."""


class Link:
    """What a run has to do with a cluster, beside its units."""

    def __init__(self, where: str, *, jobs: int, pin: bool) -> None:
        """Begin a cluster of so many workers (`dask`), or connect to one (`tcp://HOST:PORT`).

        Raises `UsageError` for one that cannot be had, or whose fajer is another one.
        """
        self.where = where
        self.run = f"fajer-{uuid.uuid4().hex}"
        """The run's name at the cluster."""
        self.client, self._local = _connected(where, jobs)
        """Dask's end of it."""
        self._pin = pin
        self._bundles: dict[Key, Bundle] = {}
        self._threads = 0
        self._counted = float("-inf")
        self._peopled = time.monotonic()
        """When it had workers."""
        try:
            self._check_fajer(None)
        except BaseException:
            self.close()
            raise

    def listen(self, began: Callable[[int, int, int], None]) -> None:
        """Have it told, in a thread of Dask's, which unit a worker begins: its table, block and seating."""

        def heard(event: tuple[float, Any]) -> None:
            run, *unit = event[1]
            if run == self.run:
                began(*unit)

        with self.needed():
            self.client.subscribe_topic(TOPIC, heard)

    def threads(self) -> int:
        """How many units can be played side by side, as of a moment ago.

        Raises `MatchStopped` where there is no more hope of any.
        """
        now = time.monotonic()
        if now - self._counted > (_COUNT_S if self._threads else _NOTICE_S):
            with self.needed():
                self._threads = sum(self.client.nthreads().values())
            self._counted = now
            if self._threads:
                self._peopled = now
            elif self._local is not None and now - self._peopled > _PATIENCE_S:
                raise self.gone("all its workers ended")
        return self._threads

    def bring(self, entries: Iterable[Entry], isolation: Isolation) -> None:
        """Have these bots at every worker; each is sent once, and the worker proves that it can isolate it.

        Raises `UsageError` for one that does not travel, or that cannot be had there.
        """
        found = {key(entry): entry for entry in entries}
        new = {name: packed(entry, isolation) for name, entry in found.items() if name not in self._bundles}
        if new:
            self._send(list(new.values()), None)
        self._bundles |= new

    def bring_again(self, worker: str) -> None:
        """Have all the bots at a worker that came later, or anew."""
        self._check_fajer([worker])
        self._send(list(self._bundles.values()), [worker])
        self._counted = float("-inf")

    def on_workers(self, function: Callable[..., Any], *given: Any, workers: list[str] | None = None) -> dict[str, Any]:
        """By address, what a function returned or raised on some workers, or on all."""
        with self.needed():
            found: dict[str, Any] = self.client.run(function, *given, workers=workers, on_error="return")
            return found

    @contextlib.contextmanager
    def needed(self) -> Iterator[None]:
        """Meanwhile the cluster is needed; raises `MatchStopped` if it does not do what it should."""
        try:
            yield
        except FajerError:
            raise
        except (Exception, asyncio.CancelledError) as error:
            raise self.gone(f"{type(error).__name__}: {error}") from error

    def gone(self, why: str) -> MatchStopped:
        """The end of a run whose cluster is gone."""
        return MatchStopped(f"the cluster {self.where} is gone, or gave the games up ({why}); what was played stands")

    def abandon(self, futures: Sequence[Any]) -> None:
        """End everything that is played, now. The bots would have to be brought again."""
        with contextlib.suppress(Exception):
            self.client.cancel(list(futures), force=True)
        self._leave()

    def close(self) -> None:
        """Leave the cluster; one that was begun here ends."""
        with contextlib.ExitStack() as ends:  # whatever comes in between
            if self._local is not None:
                ends.callback(self._local.close)
            ends.enter_context(contextlib.suppress(Exception))
            ends.callback(self.client.close)
            self._leave()

    def _leave(self) -> None:
        """Give up the venues of the run; returns when no process of it is left."""
        from fajer.tournament import venue

        self._bundles.clear()
        with contextlib.suppress(Exception):
            self.client.run(venue.leave, self.run, on_error="ignore")

    def _send(self, bundles: Sequence[Bundle], workers: list[str] | None) -> None:
        from fajer.tournament import venue

        answers = self.on_workers(venue.receive, self.run, bundles, self._pin, workers=workers)
        for address, trouble in answers.items():
            if isinstance(trouble, str):
                raise UsageError(f"{trouble} (at the worker {address})")
            if isinstance(trouble, Exception) and not _has_died(trouble):
                raise InternalError(f"the bots cannot be brought to the worker {address}: {trouble!r}")

    def _check_fajer(self, workers: list[str] | None) -> None:
        """Raises `UsageError` unless some workers, or the scheduler and all, have the fajer that we have."""
        from fajer.tournament import venue

        found = {
            f"the worker {address}": said for address, said in self.on_workers(venue.version, workers=workers).items()
        }
        if workers is None:
            try:
                found["the scheduler"] = self.client.run_on_scheduler(venue.version)
            except Exception as error:
                found["the scheduler"] = error
        for who, said in found.items():
            if isinstance(said, Exception) and not _has_died(said):
                raise UsageError(f"{who} of {self.where} has no fajer {fajer.__version__} ({said})")
            if isinstance(said, str) and said != fajer.__version__:
                raise UsageError(f"{who} of {self.where} has fajer {said}, and here is {fajer.__version__}")


def _has_died(error: Exception) -> bool:
    """Whether no more is wrong than that the worker ended meanwhile."""
    return isinstance(error, OSError)


def _connected(where: str, jobs: int) -> tuple[Any, Any]:
    """A client, and the cluster if it was begun here."""
    if where != HERE and not _ADDRESS.fullmatch(where):
        raise UsageError(f"{where!r} is no place to play at: {HERE}, or tcp://HOST:PORT of a scheduler of Dask")
    try:
        import distributed
    except ImportError:
        raise UsageError("playing at a cluster needs Dask: pip install 'fajer[dask]'") from None
    for name in ("distributed", "distributed.client"):
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)
    local = _local(jobs) if where == HERE else None
    patience = _CONNECT_S if local is None else _PATIENCE_S
    try:
        client = distributed.Client(local or where, timeout=patience, set_as_default=False)
    except (OSError, TimeoutError, ValueError) as error:
        if local is not None:
            local.close()
        raise UsageError(f"no scheduler of Dask is to be reached at {where}: {error}") from None
    try:
        client.wait_for_workers(1, timeout=patience)
    except TimeoutError:
        client.close()
        if local is not None:
            local.close()
        raise UsageError(f"the cluster {where} has no workers") from None
    return client, local


def _local(jobs: int) -> Any:
    """A cluster on this machine: so many processes, each with one thread."""
    import dask.config
    from distributed import LocalCluster

    try:
        with dask.config.set({"distributed.nanny.pre-spawn-environ": {}}):  # bots have our environment, as elsewhere
            return LocalCluster(
                n_workers=jobs,
                threads_per_worker=1,
                processes=True,
                host="127.0.0.1",
                dashboard_address="127.0.0.1:0",
                scheduler_kwargs={"dashboard": False},
                memory_limit=0,
                silence_logs=logging.CRITICAL,
                preload=_UNINTERRUPTED,
            )
    except (OSError, RuntimeError, TimeoutError) as error:
        raise UsageError(f"no cluster can be begun on this machine: {error}") from None
