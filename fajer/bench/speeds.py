"""What was measured, gathered round by round."""

import statistics


class Speeds:
    """Speeds by what was measured."""

    def __init__(self) -> None:
        self._found: dict[str, list[float]] = {}

    def add(self, name: str, speed: float) -> None:
        """Take a measurement."""
        self._found.setdefault(name, []).append(speed)

    def middle(self, name: str) -> float:
        """The median."""
        return round(statistics.median(self._found[name]))

    def ratio(self, name: str, yardstick: str) -> float:
        """The median of the ratios within each round."""
        pairs = zip(self._found[name], self._found[yardstick], strict=True)
        return round(statistics.median(one / other for one, other in pairs), 3)
