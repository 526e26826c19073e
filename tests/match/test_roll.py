"""Proves how bots come by their names, and what a match is that was asked for."""

import pytest
from referee.house import House

from fajer.errors import UsageError
from fajer.match.roll import distinct, last_lines
from fajer.referee.entry import Entry, resolve


def test_names_that_are_there_already_are_numbered() -> None:
    assert distinct(["greedy", "random", "greedy", "greedy"]) == ["greedy", "random", "greedy#2", "greedy#3"]
    assert distinct(["a#2", "a", "a"]) == ["a#2", "a", "a#3"]


def test_the_last_lines_of_stderr_are_shown_on_one() -> None:
    """Five at most, escaped; nothing where there is nothing."""
    assert last_lines("") == last_lines(" \n") == ""
    assert last_lines("one\n\x1b[1mtwo\n") == r"; its stderr ends: one | \x1b[1mtwo"
    assert last_lines("1\n2\n3\n4\n5\n6\n7\n") == "; its stderr ends: 3 | 4 | 5 | 6 | 7"


def test_a_bot_is_called_as_given_or_as_it_says(house: House) -> None:
    """`NAME=`, else its hello."""
    words = " ".join(house.words(counted=False))
    job = house.job(resolve(f"sea=cmd:{words}"), resolve(f"cmd:{words}"), resolve(f"cmd:{words}"), called=True)
    assert [bot.name for bot in job.match.bots] == ["sea", "misbehave", "misbehave#2"]
    assert [bot.spec for bot in job.match.bots] == [f"cmd:{words}"] * 3
    assert [bot.sha256 for bot in job.match.bots] == [None] * 3


def test_what_a_bot_says_of_itself_is_in_the_match(house: House) -> None:
    job = house.job(house.bot(speak="msgpack", batch=1), house.bot(), called=True)
    assert [(bot.encoding, bot.batch) for bot in job.match.bots] == [("msgpack", True), ("json", False)]
    house.is_left_as_found()


def test_a_version_of_its_own(house: House) -> None:
    """The one in `bot.toml` before the one in its hello."""
    one = house.bot()
    toml = Entry(one.spec, one.name, "7", None, one.argv, one.cwd)
    job = house.job(toml, house.bot(), called=True)
    assert [bot.version for bot in job.match.bots] == ["7", None]


def test_too_few_and_too_many(house: House) -> None:
    """Two to nine; nobody is started."""
    for count in (1, 10):
        with pytest.raises(UsageError, match=f"fajer is for 2 to 9 players, not {count}"):
            house.job(*[house.bot()] * count, called=True)


def test_a_seed_is_drawn_where_none_is_given(house: House) -> None:
    """64 hex digits, another one every time."""
    seeds = {house.job(house.bot(), house.bot(), called=True, seed=None).match.seed for _ in range(2)}
    assert len(seeds) == 2
    assert all(len(seed) == 64 and int(seed, 16) for seed in seeds)


def test_an_empty_seed_is_a_seed(house: House) -> None:
    assert house.job(house.bot(), house.bot(), called=True, seed="").match.seed == ""


def test_the_id_is_that_of_the_same_match(house: House) -> None:
    """It does not depend on when it was begun."""
    words = " ".join(house.words(counted=False))
    jobs = [house.job(resolve(f"cmd:{words}"), resolve(f"cmd:{words}"), called=True) for _ in range(2)]
    assert len({job.match.id for job in jobs}) == 1
    assert len(jobs[0].match.id) == 32
