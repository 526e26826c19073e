"""Proves what a BOT of the command line is: which program, which folder, which name, which checksum."""

import hashlib
import os
import sys
from pathlib import Path
from typing import Any

import pytest

import fajer
from fajer.errors import UsageError
from fajer.referee import entry
from fajer.referee.entry import resolve


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Each test has a folder of its own, and a cache in it."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path


def program(path: Path, text: str = "#!/bin/sh\n", mode: int = 0o755) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    path.chmod(mode)
    return path


def folder(path: Path, settings: str, **files: str) -> Path:
    """A bot's folder; `bot_sh` is written as bot.sh."""
    program(path / "bot.toml", settings, 0o644)
    for name, text in files.items():
        program(path / name.replace("_", "."), text)
    return path


def refused(text: str | Path) -> str:
    with pytest.raises(UsageError) as error:
        resolve(str(text))
    return str(error.value)


def test_a_bot_of_the_package() -> None:
    """Its version and checksum are the package's."""
    found = resolve("greedy")
    assert (found.name, found.spec) == ("greedy", "greedy")
    assert (found.version, found.sha256) == (fajer.__version__, fajer.__version__)
    assert found.argv == (sys.executable, "-m", "fajer.baselines", "greedy")


def test_a_program(here: Path) -> None:
    """Run where it lies; named after its file by default, so it has no name yet."""
    file = program(here / "bots" / "mine")
    found = resolve("bots/mine")
    assert (found.name, found.version, found.spec) == (None, None, "bots/mine")
    assert found.argv == (str(file),)
    assert found.cwd == str(here / "bots")


def test_the_checksum_is_over_name_mode_and_bytes(here: Path) -> None:
    """SHA-256 of `NAME\\0MODE\\0LENGTH\\0BYTES`, files of a folder in the order of their paths."""
    program(here / "mine", "#!/bin/sh\n")
    assert resolve("./mine").sha256 == hashlib.sha256(b"mine\x00755\x0010\x00#!/bin/sh\n").hexdigest()
    folder(here / "home", 'command = "sh bot.sh"\n', bot_sh="x\n")
    (here / "home" / "a").mkdir()
    program(here / "home" / "a" / "b", "", 0o600)
    parts = b"a/b\x00600\x000\x00" + b"bot.sh\x00755\x002\x00x\n" + b'bot.toml\x00644\x0022\x00command = "sh bot.sh"\n'
    assert resolve("home").sha256 == hashlib.sha256(parts).hexdigest()


def test_the_checksum_changes_with_mode_name_and_bytes(here: Path) -> None:
    seen = set()
    for name, text, mode in (("a", "1", 0o755), ("b", "1", 0o755), ("a", "2", 0o755), ("a", "1", 0o700)):
        program(here / name, text, mode)
        seen.add(resolve(f"./{name}").sha256)
    assert len(seen) == 4


def test_what_python_leaves_behind_is_no_part_of_the_checksum(here: Path) -> None:
    home = folder(here / "home", 'command = "python3 bot.py"\n', bot_py="")
    before = resolve("home").sha256
    program(home / "__pycache__" / "bot.pyc")
    program(home / "deep" / "__pycache__" / "x.pyc")
    assert resolve("home").sha256 == before
    program(home / "deep" / "x.py")
    assert resolve("home").sha256 != before


def test_a_file_that_cannot_be_read_for_its_checksum(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program(here / "mine")

    def unreadable(_: Path) -> bytes:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "read_bytes", unreadable)
    assert refused("./mine") == f"{here}/mine cannot be read: Permission denied"


@pytest.mark.parametrize("mode", [0o644, 0o000])
def test_a_file_that_is_not_executable(here: Path, mode: int) -> None:
    program(here / "a bot.py", "", mode)
    said = refused("./a bot.py")
    assert "chmod +x './a bot.py'" in said
    assert "cmd:" in said


def test_what_there_is_not() -> None:
    said = refused("gredy")
    assert "there is no bot 'gredy'" in said
    assert "greedy" in said


def test_what_is_neither_file_nor_folder(here: Path) -> None:
    os.mkfifo(here / "pipe")
    assert "cannot be run" in refused("./pipe")


@pytest.mark.parametrize(
    ("text", "name", "spec"),
    [
        ("me=greedy", "me", "greedy"),
        ("my bot=cmd:python3 x.py", "my bot", "cmd:python3 x.py"),
        ("cmd:A=1 x", None, "cmd:A=1 x"),
        ("Á=cmd:x=y", "Á", "cmd:x=y"),
        ("n" * 64 + "=greedy", "n" * 64, "greedy"),
    ],
)
def test_a_name_stands_before_the_first_equals_sign(text: str, name: str | None, spec: str) -> None:
    found = resolve(text)
    assert (found.name, found.spec) == (name, spec)


def test_a_path_with_an_equals_sign_is_a_path(here: Path) -> None:
    """A name holds no slash."""
    program(here / "a=b" / "mine")
    assert resolve("./a=b/mine").argv == (str(here / "a=b" / "mine"),)


@pytest.mark.parametrize("name", ["n" * 65, "a\x1bb", "a\nb", "\u202e"])
def test_what_is_no_name(name: str) -> None:
    assert "is no name for a bot: 1 to 64 printable characters" in refused(f"{name}=greedy")


def test_a_command_line(here: Path) -> None:
    """Words as a shell reads them; run here, and with no checksum."""
    found = resolve("cmd:python3 'my bot.py' --deep")
    assert found.argv == ("python3", "my bot.py", "--deep")
    assert (found.cwd, found.sha256) == (str(here), None)


@pytest.mark.parametrize("text", ["cmd:", "cmd:   ", "cmd:'open"])
def test_what_is_no_command_line(text: str) -> None:
    assert "command line" in refused(text)


@pytest.mark.parametrize("text", ["py:", "py:x.py", "py:x.py:", "py::Mine", "py:x.py:not-a-name"])
def test_what_names_no_class(text: str) -> None:
    assert "py:FILE:CLASS" in refused(text)


def test_a_class_in_a_file_that_there_is_not() -> None:
    assert "there is no file 'x.py'" in refused("py:x.py:Mine")


def test_a_class_in_a_file_that_is_no_python(here: Path) -> None:
    program(here / "x.text", "class Mine: pass", 0o644)
    assert "is no Python file" in refused("py:x.text:Mine")


def test_a_class(here: Path) -> None:
    file = program(here / "x.py", "from fajer.bot import Bot\nclass Mine(Bot): pass\n", 0o644)
    found = resolve("py:x.py:Mine")
    assert found.local == (str(file), "Mine")
    assert found.argv == ()
    assert type(found.load()).__name__ == "Mine"


# Folders


def test_a_folder(here: Path) -> None:
    """`bot.toml` says how it is run and what it is called; a program of its own is named in full."""
    settings = 'command = "./bot.sh --fast"\nname = "sea"\nversion = "2"\nlanguage = "shell"\n'
    home = folder(here / "home", settings, bot_sh="#!/bin/sh\n")
    found = resolve("home")
    assert (found.name, found.version) == ("sea", "2")
    assert found.argv == (str(home / "bot.sh"), "--fast")
    assert found.cwd == str(home)
    assert resolve("me=home").name == "me"


def test_a_program_from_elsewhere_stays_as_it_is(here: Path) -> None:
    folder(here / "home", 'command = "python3 bot.py"\n')
    assert resolve("home").argv == ("python3", "bot.py")
    folder(here / "other", 'command = "bin/missing"\n')
    assert resolve("other").argv == ("bin/missing",)


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ("", "does not say how the bot is run"),
        ("command =", "cannot be read"),
        ("command = 3", "command has to be a text"),
        ('command = ""', "command has to be a text"),
        ('command = "  "', "is no command line"),
        ('command = "\'open"', "is no command line"),
        ('command = "x"\nbuild = " "', "build = ' ' is no command line"),
        ('command = "x"\ncolour = "red"', "there is no 'colour'"),
        ('command = "x"\nname = "a\\u001bb"', "a name has 1 to 64 printable characters"),
        (f'command = "x"\nname = "{"n" * 65}"', "a name has 1 to 64 printable characters"),
        ('command = "x"\nname = "   "', "a name has 1 to 64 printable characters"),
        (f"command = {'[' * 5000}", "cannot be read: its lists lie in each other too deep"),
        (f'command = "{"x" * 16_384}"', "cannot be read: it is over 16 KiB long"),
    ],
)
def test_settings_that_say_something_wrong(here: Path, settings: str, words: str) -> None:
    folder(here / "home", settings)
    assert words in refused("home")


def test_settings_that_are_no_text(here: Path) -> None:
    (here / "home").mkdir()
    (here / "home" / "bot.toml").write_bytes(b'command = "\xff"')
    assert "home/bot.toml cannot be read" in refused("home")


def test_a_file_whose_name_is_no_text(here: Path) -> None:
    """Its bytes count, like those of any other name."""
    home = folder(here / "home", 'command = "sh bot.sh"\n')
    before = resolve("home").sha256
    (home / os.fsdecode(b"\xff\xfe")).write_bytes(b"x")
    assert resolve("home").sha256 != before


@pytest.mark.parametrize("key", ["name", "command", "build"])
@pytest.mark.parametrize("value", [r"x \u0000", "x" * 9000])
def test_settings_that_no_command_line_takes(here: Path, key: str, value: str) -> None:
    """They would fail where a sandbox is set up, and pass for a failure of ours."""
    bot = here / "bot"
    bot.mkdir()
    (bot / "bot.toml").write_text(f'{key} = "{value}"\n')
    with pytest.raises(UsageError, match=f"{key} has to be a text of at most 8192 bytes, without NUL"):
        resolve("bot")
    with pytest.raises(UsageError, match="there is a NUL in it"):
        resolve("bot\0", isolation="full")


def test_what_cannot_be_isolated_is_not_run_to_find_that_out(here: Path) -> None:
    """A class is made when its file is read, in the process of the referee."""
    (here / "bots.py").write_text("open('it-was-run', 'w')\nfrom fajer.bot import Bot\nclass Mine(Bot): pass\n")
    for spec, why in (("py:bots.py:Mine", "a Python class plays"), ("cmd:./bot", "a command line does not say")):
        with pytest.raises(UsageError, match=f"cannot be isolated: {why}"):
            resolve(spec, isolation="full")
    assert not (here / "it-was-run").exists()


def test_a_folder_without_settings(here: Path) -> None:
    (here / "home").mkdir()
    assert "home is a folder without bot.toml" in refused("home")


# Building


def test_a_build_is_made_once_in_a_copy(here: Path) -> None:
    """The bot's folder stays as it is; the same files are not built again, changed ones are."""
    settings = """command = "./made"\nbuild = "sh -c 'cp source made; chmod +x made; echo built >> ../../log'"\n"""
    home = folder(here / "home", settings, source="#!/bin/sh\n")
    (here / "cache" / "fajer").mkdir(parents=True)
    found = resolve("home")
    assert not (home / "made").exists()
    assert found.cwd != str(home)
    assert Path(found.argv[0]).parent == Path(found.cwd)
    assert os.access(found.argv[0], os.X_OK)
    assert resolve("home") == found
    log = here / "cache" / "fajer" / "builds" / "log"
    assert log.read_text() == "built\n"
    program(home / "source", "#!/bin/bash\n")
    assert resolve("home").cwd != found.cwd
    assert log.read_text() == "built\nbuilt\n"


def test_a_relative_cache_is_ignored(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """So says the standard that the variable comes from."""
    monkeypatch.setenv("XDG_CACHE_HOME", "cache")
    monkeypatch.setenv("HOME", str(here / "house"))
    assert entry.cache_folder() == here / "house" / ".cache" / "fajer"


def test_no_home_to_build_in(monkeypatch: pytest.MonkeyPatch) -> None:
    def homeless() -> Path:
        raise RuntimeError

    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setattr(Path, "home", homeless)
    with pytest.raises(UsageError, match="no home folder to build bots in: XDG_CACHE_HOME can name"):
        entry.cache_folder()


def test_a_build_is_told_when_it_begins(here: Path) -> None:
    folder(here / "home", 'command = "x"\nbuild = "sh -c true"\n')
    told: list[str] = []
    for _ in range(2):
        resolve("me=home", told.append)
    assert told == ["building home: sh -c true"]


def test_of_a_build_that_says_much_the_last_lines_are_told(here: Path) -> None:
    folder(here / "home", 'command = "x"\nbuild = "sh -c \'seq 1000; exit 1\'"\n')
    assert refused("home").endswith(" ended with 1: 991 | 992 | 993 | 994 | 995 | 996 | 997 | 998 | 999 | 1000")


def test_the_cache_is_in_the_home_by_default(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setenv("HOME", str(here / "house"))
    folder(here / "home", 'command = "x"\nbuild = "true"\n')
    assert resolve("home").cwd.startswith(str(here / "house" / ".cache" / "fajer" / "builds"))


@pytest.mark.parametrize(
    ("build", "words"),
    [
        ("no-such-compiler", "there is no 'no-such-compiler'"),
        ("sh -c 'echo line 3: unknown word; exit 7'", "ended with 7: line 3: unknown word"),
    ],
)
def test_a_build_that_fails(here: Path, build: str, words: str) -> None:
    """It is said with what the compiler said, and nothing is kept."""
    folder(here / "home", f'command = "x"\nbuild = "{build}"\n')
    for _ in range(2):
        said = refused("home")
        assert "home cannot be built" in said
        assert words in said
    assert list((here / "cache" / "fajer" / "builds").iterdir()) == []


def test_a_build_that_hangs(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(entry, "_BUILD_SECONDS", 0.2)
    folder(here / "home", 'command = "x"\nbuild = "sleep 60"\n')
    assert "took over 0.2 s" in refused("home")


def test_a_cache_that_cannot_be_written(here: Path) -> None:
    program(here / "cache", "a file in the way", 0o644)
    folder(here / "home", 'command = "x"\nbuild = "true"\n')
    assert "home cannot be built in" in refused("home")


def test_two_that_build_at_the_same_time(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody else was faster: theirs is as good."""
    folder(here / "home", 'command = "x"\nbuild = "true"\n')
    faster = Path.rename

    def late(self: Path, target: Path) -> Any:
        target.mkdir()
        (target / "theirs").touch()
        return faster(self, target)

    monkeypatch.setattr(Path, "rename", late)
    assert os.listdir(resolve("home").cwd) == ["theirs"]


def test_a_build_that_cannot_be_moved(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder(here / "home", 'command = "x"\nbuild = "true"\n')

    def stuck(self: Path, target: Path) -> Any:
        raise OSError(18, "Invalid cross-device link")

    monkeypatch.setattr(Path, "rename", stuck)
    assert "Invalid cross-device link" in refused("home")


def test_a_bot_of_the_package_has_no_files_of_its_own(monkeypatch: pytest.MonkeyPatch, here: Path) -> None:
    """Not the Python that runs it either, where that lies beside the package: as in a checkout with `.venv` in it."""
    beside = str(Path(fajer.__file__).parent.parent / ".venv" / "bin" / "python3")
    monkeypatch.setattr(sys, "executable", beside)
    found = resolve("greedy", isolation="full")
    assert found.argv[0] == beside
    assert not Path(beside).is_relative_to(found.folder)
    assert resolve(str(folder(here / "home", 'command = "sh bot.sh"\n'))).folder == here / "home"
