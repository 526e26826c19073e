"""What an author can do about a failure, in a sentence."""

from fajer.check.failure import Failure, is_object

UNASKED = "answer hello, act and batch messages only: start, end, bye and unknown ones get no answer"
"""For a bot that speaks when nothing was asked."""
_FLUSH = "flush stdout after each message (in Python print(…, flush=True), in C fflush(stdout))"
_FRAMES = "read and write each message after the hello as 4 bytes of length, the highest first, and one map"
_SHAPES = {
    "hello": 'a hello has "type", "protocol", "name", and if you like "version", "encoding" and "batch"',
    "act": 'an answer has "type", "id", "action", and if you like "note"',
    "batch": 'the answer to a batch has "type" and "acts", each of them with "type", "id" and "action"',
}


def advice(failure: Failure) -> str:
    """One sentence for the person who wrote the bot."""
    match failure.kind:
        case "start":
            return _not_run(failure.detail)
        case "timeout":
            return _silent(failure)
        case "crash":
            return _ended(failure)
        case "garbage":
            return _no_message(failure)
        case "protocol":
            return _wrong_message(failure)
        case "illegal":
            if "is a pattern" in failure.detail:
                return "answer with what the pattern stands for: bet 5 for bet 1..95, draw 2c 7d for draw *"
            return "answer with one of the actions in the act's legal list, letter by letter"


def _not_run(detail: str) -> str:
    if "Permission denied" in detail:
        return "make the program executable: chmod +x"
    if "Exec format" in detail:
        return "begin the script with a line like #!/usr/bin/env python3, or give cmd:'python3 bot.py'"
    return "look at the command (in bot.toml, after cmd:, or in the script's first line): there is no such program"


def _silent(failure: Failure) -> str:
    """It said nothing in time, or nothing whole."""
    if failure.torn and failure.encoding == "json":
        return "end each message with a newline, and flush stdout after it"
    if failure.torn:
        return f"{_FRAMES}, and flush stdout after it"
    if failure.buffered:
        return f"it answers only when its input is closed: {_FLUSH}, and read no further than the end of a line"
    if failure.asked == "hello":
        return f"read a line, answer it with a hello, and {_FLUSH}; if it takes longer to start: --start-time"
    if failure.encoding == "msgpack":
        return f"{_FRAMES}: it says msgpack in its hello; if it has to think longer: --move-time"
    if failure.asked == "batch":
        return 'answer each batch, with one message; or leave "batch" out of the hello'
    return f"answer each act, and {_FLUSH}; if it has to think longer: --move-time"


def _ended(failure: Failure) -> str:
    """It is gone, or its output is."""
    if "closed its stdout" in failure.detail:
        return "keep stdout open until bye comes"
    if "exit status 127" in failure.detail or "exit status 126" in failure.detail:
        return "its script could not run a program: look at the names and paths in it"
    if "No module named 'fajer'" in failure.stderr:
        return (
            "its Python does not have the package fajer: install it there, or name in the command the one that has it"
        )
    if failure.stderr.strip():
        return "its last words on stderr, above, say what went wrong"
    if "exit status 0" in failure.detail:
        return "read message after message in a loop, until bye comes or the input ends"
    if "SIGSEGV" in failure.detail or "SIGABRT" in failure.detail or "SIGBUS" in failure.detail:
        return "send it the message above under a debugger: it went wrong with its memory"
    return "send it the messages by hand to see why it ends: it wrote nothing to stderr"


def _no_message(failure: Failure) -> str:
    """What it said cannot be read."""
    came = failure.came
    if failure.encoding == "msgpack":
        return f"{_FRAMES}, and nothing else, as it says msgpack in its hello"
    if not came:
        return "end each message with a newline, and print nothing else to stdout"
    if not came.strip():
        return "send no empty lines: each message ends with one newline"
    if came.lstrip()[:1] in (b"{", b"}", b"["):
        return "write each message as proper JSON on one line, best with a JSON library"
    return "print debugging text to stderr, not stdout"


def _wrong_message(failure: Failure) -> str:
    """A message, but not the one that is expected."""
    detail = failure.detail
    if "the id " in detail or "no answer to act" in detail or "$.id" in detail:
        return "send back the id of the act that is answered, as the number that it is, and answer each act once"
    if "a message of type hello" in detail:
        return "say hello once, when the referee's hello comes"
    if "a message of type act" in detail and failure.asked == "batch":
        return 'answer a batch with one message of type batch, or leave "batch" out of the hello'
    if "Invalid value" in detail and "$.type" in detail:
        return UNASKED
    if "$.note" in detail:
        return "a note is a text of at most 1,000 characters"
    if failure.asked == "hello" and "$.protocol" in detail:
        return 'say "protocol":1, a whole number'
    if failure.asked == "hello" and "$.encoding" in detail:
        return 'say "encoding":"json" or "msgpack", or nothing, which is json'
    if failure.encoding == "json" and not is_object(failure.came):
        return "write each message as proper JSON on one line, best with a JSON library"
    return f"{_SHAPES[failure.asked]}, and nothing else"
