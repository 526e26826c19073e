"""A bot that misbehaves by flag; otherwise it plays the first legal action.

    python -I -S misbehave.py FLAG [OPTION VALUE]…

`FLAG` is a name in HELLOS (instead of the hello), MISDEEDS (instead of the answer to an act),
BATCHES (instead of the answer to a batch) or `proper`. The options:

    --at K       the first decision of the process at which it misbehaves, from 1 [1]
    --to K       the last one [the same as --at]
    --lives FILE counts the processes: each one adds a byte to FILE
    --life N     misbehaves in the N-th process only, from 1 [all]
    --value TEXT what a flag needs: seconds, an action, a name
    --speak E    `json` or `msgpack` [json]
    --batch 1    takes batches
    --log FILE   notes every message that comes in FILE, one a line: life, type, what it is about

It needs the standard library only, and starts in a moment.
"""

import json
import os
import signal
import struct
import sys
import time

PROPER = b'{"type":"hello","protocol":1,"name":"misbehave"}\n'
TEN_MEGABYTES = 10 * 1024 * 1024
HUNDRED_MEGABYTES = 100 * 1024 * 1024


def out(data, fd=1):
    """Write all of it, at once."""
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(fd, rest) :]


def linger():
    """Live on, doing nothing."""
    while True:
        time.sleep(60)


# MessagePack by hand: as much as the messages need


def pack(value):
    """A value as MessagePack."""
    if isinstance(value, dict):
        return bytes([0x80 | len(value)]) + b"".join(pack(key) + pack(item) for key, item in value.items())
    if isinstance(value, list):
        return b"\xdc" + struct.pack(">H", len(value)) + b"".join(map(pack, value))
    if isinstance(value, str):
        text = value.encode()
        return b"\xda" + struct.pack(">H", len(text)) + text
    return b"\xce" + struct.pack(">I", value)


def unpack(data, at=0):
    """The value that begins at `at`, and where the next one does."""
    tag = data[at]
    at += 1
    if tag < 0x80:
        return tag, at
    if tag < 0x90:
        return _map(data, at, tag & 15)
    if tag < 0xA0:
        return _array(data, at, tag & 15)
    if tag < 0xC0:
        return data[at : at + (tag & 31)].decode(), at + (tag & 31)
    if tag in (0xC0, 0xC2, 0xC3):
        return {0xC0: None, 0xC2: False, 0xC3: True}[tag], at
    if tag >= 0xE0:
        return tag - 256, at
    form = {0xCB: ">d", 0xCC: ">B", 0xCD: ">H", 0xCE: ">I", 0xCF: ">Q", 0xD0: ">b", 0xD1: ">h", 0xD2: ">i", 0xD3: ">q"}
    form |= {0xD9: ">B", 0xDA: ">H", 0xDB: ">I", 0xDC: ">H", 0xDD: ">I", 0xDE: ">H", 0xDF: ">I"}
    (number,) = struct.unpack_from(form[tag], data, at)
    at += struct.calcsize(form[tag])
    if tag in (0xD9, 0xDA, 0xDB):
        return data[at : at + number].decode(), at + number
    if tag in (0xDC, 0xDD):
        return _array(data, at, number)
    return _map(data, at, number) if tag in (0xDE, 0xDF) else (number, at)


def _array(data, at, count):
    items = []
    for _ in range(count):
        item, at = unpack(data, at)
        items.append(item)
    return items, at


def _map(data, at, count):
    flat, at = _array(data, at, 2 * count)
    return dict(zip(flat[::2], flat[1::2], strict=True)), at


class Bot:
    """What it was told to do, and how it speaks."""

    def __init__(self, argv):
        self.flag = argv[0] if argv else "proper"
        options = dict(zip(argv[1::2], argv[2::2], strict=True))
        self.first = int(options.get("--at", 1))
        self.last = int(options.get("--to", self.first))
        self.value = options.get("--value", "")
        self.msgpack = options.get("--speak") == "msgpack"
        self.batch = "--batch" in options
        self.log = os.open(options["--log"], os.O_WRONLY | os.O_APPEND | os.O_CREAT) if "--log" in options else -1
        self.life = self._born(options["--lives"]) if "--lives" in options else 1
        self.bad = "--life" not in options or int(options["--life"]) == self.life
        self.asked = 0

    def _born(self, path):
        lives = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT)
        os.write(lives, b".")
        return os.fstat(lives).st_size

    def hello(self):
        """Say a proper hello."""
        said = {"type": "hello", "protocol": 1, "name": "misbehave"}
        if self.msgpack:
            said["encoding"] = "msgpack"
        if self.batch:
            said["batch"] = True
        out(json.dumps(said).encode() + b"\n")

    def framed(self, message):
        """The bytes of a message."""
        if self.msgpack:
            body = pack(message)
            return struct.pack(">I", len(body)) + body
        return json.dumps(message).encode() + b"\n"

    def answer(self, act, **changed):
        """The bytes of a proper answer, or of one with something changed."""
        return self.framed({"type": "act", "id": act["id"], "action": act["legal"][0]} | changed)

    def messages(self):
        """What the referee says, until it says goodbye or nothing more."""
        stdin = sys.stdin.buffer
        while line := stdin.readline():
            yield json.loads(line)
            if self.msgpack:
                break
        while self.msgpack and (head := stdin.read(4)):
            yield unpack(stdin.read(struct.unpack(">I", head)[0]))[0]

    def note(self, message):
        """Write down what came."""
        if self.log >= 0:
            about = message.get("game_id", "") + (f" {message['places']}" if "places" in message else "")
            os.write(self.log, f"{self.life} {message['type']} {about}\n".encode())

    def play(self):
        """From hello to goodbye."""
        if self.bad and self.flag in HELLOS:
            HELLOS[self.flag](self)
        else:
            self.hello()
        for message in self.messages():
            self.note(message)
            kind = message["type"]
            if kind in ("act", "batch"):
                self.asked += 1
                self.respond(message)
            elif kind == "start" and self.bad and self.flag in STARTS:
                STARTS[self.flag](self)
            elif kind == "end" and self.bad and self.flag in ENDS:
                ENDS[self.flag](self)
            elif kind == "bye":
                break
        if self.bad and self.flag == "deaf":
            linger()

    def respond(self, message):
        """Answer, or not, or otherwise."""
        bad = self.bad and self.first <= self.asked <= self.last
        if message["type"] == "batch":
            answers = [json_answer(act) for act in message["acts"]]
            if bad and self.flag in BATCHES:
                answers = BATCHES[self.flag](self, answers)
            out(answers if isinstance(answers, bytes) else self.framed({"type": "batch", "acts": answers}))
        elif bad and self.flag in LINES:
            out(LINES[self.flag](act_text(message)))
        elif bad and self.flag in FRAMES:
            body = FRAMES[self.flag](message)
            out(struct.pack(">I", len(body)) + body)
        elif bad and self.flag in MISDEEDS:
            MISDEEDS[self.flag](self, message)
        else:
            out(self.answer(message))


def json_answer(act):
    """A proper answer."""
    return {"type": "act", "id": act["id"], "action": act["legal"][0]}


def act_text(act):
    """A proper answer as JSON without its last brace, so that something can follow."""
    return json.dumps(json_answer(act)).encode()[:-1]


# Instead of a hello


def raw_hello(line):
    return lambda bot: out(line + b"\n")


def trace(bot):
    """A stack trace on stderr, then the end."""
    raise RuntimeError("nothing works today")


def trace_on_stdout(bot):
    out(b'Traceback (most recent call last):\n  File "bot.py", line 1\nRuntimeError: nothing works today\n')
    sys.exit(1)


def chatter_first(bot):
    out(b"loading the opening book\n")
    bot.hello()


def late_hello(bot):
    time.sleep(float(bot.value))
    bot.hello()


HELLOS = {
    "silent": lambda bot: linger(),
    "trace": trace,
    "trace-stdout": trace_on_stdout,
    "chatter-first": chatter_first,
    "hello-late": late_hello,
    "hello-protocol-2": raw_hello(b'{"type":"hello","protocol":2,"name":"x"}'),
    "hello-nameless": raw_hello(b'{"type":"hello","protocol":1}'),
    "hello-empty-name": raw_hello(b'{"type":"hello","protocol":1,"name":""}'),
    "hello-long-name": raw_hello(b'{"type":"hello","protocol":1,"name":"' + b"n" * 65 + b'"}'),
    "hello-control": raw_hello(b'{"type":"hello","protocol":1,"name":"a\\u001b[2Jb"}'),
    "hello-encoding": raw_hello(b'{"type":"hello","protocol":1,"name":"x","encoding":"xml"}'),
    "hello-unknown-key": raw_hello(b'{"type":"hello","protocol":1,"name":"x","author":"y"}'),
    "hello-twice-key": raw_hello(b'{"type":"hello","protocol":1,"name":"x","name":"y"}'),
    "hello-act": raw_hello(b'{"type":"act","id":1,"action":"go"}'),
    "hello-empty": raw_hello(b""),
    "hello-msgpack": lambda bot: out(struct.pack(">I", len(PROPER)) + PROPER),
    "hello-endless": lambda bot: out(b"x" * TEN_MEGABYTES),
    "exit-7": lambda bot: sys.exit(7),
}
"""What it does instead of saying hello."""


# Instead of an answer

LINES = {
    "unknown-key": lambda text: text + b', "mood": "good"}\n',
    "duplicate-key": lambda text: text + b', "action": "go"}\n',
    "duplicate-note": lambda text: text + b', "note": "one", "note": "two"}\n',
    "nested-field": lambda text: text + b', "note": ' + b"[" * 20000 + b"]" * 20000 + b"}\n",
    "nested-unknown": lambda text: text + b', "mood": ' + b"[" * 20000 + b"]" * 20000 + b"}\n",
    "nested-field-100k": lambda text: text + b', "note": ' + b"[" * 100000 + b"]" * 100000 + b"}\n",
    "long-note": lambda text: text + b', "note": "' + b"n" * 1001 + b'"}\n',
    "trailing": lambda text: text + b"} and more\n",
    "utf16": lambda text: (text + b"}\n").decode().encode("utf-16"),
    "bom": lambda text: b"\xef\xbb\xbf" + text + b"}\n",
    "twice": lambda text: 2 * (text + b"}\n"),
    "crlf": lambda text: text + b"}\r\n",
    "blanks": lambda text: b" \t" + text.replace(b",", b" ,") + b" } \n",
    "chatter": lambda text: b"let me see\n" + text + b"}\n",
    "half": lambda text: text,
    "nested": lambda text: b"[" * 30000 + b"\n",
    "nested-100k": lambda text: b"[" * 100000 + b"\n",
    "digits": lambda text: b'{"type": "act", "action": "go", "id": ' + b"9" * 5000 + b"}\n",
    "nan": lambda text: b'{"type": "act", "action": "go", "id": NaN}\n',
    "float-id": lambda text: b'{"type": "act", "action": "go", "id": 1.0}\n',
    "missing-id": lambda text: b'{"type": "act", "action": "go"}\n',
    "bad-utf8": lambda text: b'{"type": "act", "action": "\xff\xfe", "id": 1}\n',
    "nul": lambda text: b"\0\0\0\0\n",
    "nul-inside": lambda text: b'{"type": "act", "action": "g\0o", "id": 1}\n',
    "empty-line": lambda text: b"\n",
    "list": lambda text: b'["act", 1, "go"]\n',
    "wrong-type": lambda text: PROPER,
    "batch-type": lambda text: b'{"type": "batch", "acts": [' + text + b"}]}\n",
    "bye-type": lambda text: b'{"type": "bye"}\n',
    "long-line": lambda text: b"x" * TEN_MEGABYTES + b"\n",
    "control-key": lambda text: text + b', "' + b"\\u001bk" * 5000 + b'": 1}\n',
}
"""What it writes instead of an answer, from the answer's JSON without its last brace."""

_HEAD = b"\x84\xa4type\xa3act\xa6action\xa4keep\xa2id"
"""The beginning of an answer with one key more: its id is next, then a key and a value."""

FRAMES = {
    "msgpack-map-4g": lambda act: b"\xdf\xff\xff\xff\xff",
    "msgpack-array-4g": lambda act: b"\xdd\xff\xff\xff\xff",
    "msgpack-nested": lambda act: b"\x91" * 60000,
    "msgpack-nested-field": lambda act: _HEAD + pack(act["id"]) + b"\xa4note" + b"\x91" * 60000 + b"\x01",
    "msgpack-ext": lambda act: _HEAD + pack(act["id"]) + b"\xa4note\xd4\x05a",
    "msgpack-timestamp": lambda act: _HEAD + pack(act["id"]) + b"\xa4note\xd6\xff\x00\x00\x00\x01",
    "msgpack-nan": lambda act: _HEAD + b"\xcb\x7f\xf8\x00\x00\x00\x00\x00\x00\xa4note\xa1n",
    "msgpack-int-key": lambda act: _HEAD + pack(act["id"]) + b"\x05\x05",
    "msgpack-duplicate": lambda act: _HEAD + pack(act["id"]) + b"\xa2id" + pack(act["id"]),
    "msgpack-trailing": lambda act: pack(json_answer(act)) + b"\x00",
    "msgpack-bad-utf8": lambda act: _HEAD + pack(act["id"]) + b"\xa4note\xa1\xff",
    "msgpack-empty": lambda act: b"",
}
"""What it puts into a frame instead of an answer."""


def sleep(bot, act):
    time.sleep(float(bot.value))
    out(bot.answer(act))


def compute(bot, act):
    """So many steps of honest work first."""
    for _ in range(int(bot.value)):
        pass
    out(bot.answer(act))


def unflushed(bot, act):
    """As an author forgets it: the answer stays in the buffer."""
    sys.stdout.write(bot.answer(act).decode())


def close_stdout(bot, act):
    os.close(1)
    linger()


def close_stdin(bot, act):
    out(bot.answer(act))
    os.close(0)
    linger()


def flood_stderr(bot, act):
    for _ in range(HUNDRED_MEGABYTES >> 16):
        out(b"e" * 65535 + b"\n", fd=2)
    out(b"the end of a long story\n", fd=2)
    out(bot.answer(act))


def orphan(bot, act):
    """End, and leave a child behind that holds the pipes."""
    if os.fork():
        os._exit(3)
    linger()


def child(bot, act):
    """Answer, and leave a child in the group."""
    if os.fork() == 0:
        linger()
    out(bot.answer(act))


def kill_self(bot, act):
    os.kill(os.getpid(), getattr(signal, bot.value))
    linger()


def stop_self(bot, act):
    os.kill(os.getpid(), signal.SIGSTOP)


def half_and_exit(bot, act):
    out(bot.answer(act)[:10])
    os._exit(5)


def answer_and_exit(bot, act):
    out(bot.answer(act))
    os._exit(0)


def traced_exit(bot, act):
    raise RuntimeError("lost count")


def say(bot, act):
    """An action, whatever is legal."""
    out(bot.answer(act, action=bot.value))


def announce_four_gigabytes(bot, act):
    out(b"\xff\xff\xff\xff" + pack(json_answer(act)))


def stderr_and_exit(bot, act):
    out(bot.value.encode().decode("unicode_escape").encode() + b"\n", fd=2)
    os._exit(3)


MISDEEDS = {
    "sleep": sleep,
    "compute": compute,
    "unflushed": unflushed,
    "wrong-id": lambda bot, act: out(bot.answer(act, id=act["id"] + 1)),
    "close-stdout": close_stdout,
    "close-stdin": close_stdin,
    "flood-stderr": flood_stderr,
    "orphan": orphan,
    "child": child,
    "exit-3": lambda bot, act: os._exit(3),
    "signal": kill_self,
    "stop": stop_self,
    "half-and-exit": half_and_exit,
    "answer-and-exit": answer_and_exit,
    "traced-exit": traced_exit,
    "stderr-and-exit": stderr_and_exit,
    "action": say,
    "no-newline": lambda bot, act: (out(b"x" * TEN_MEGABYTES), linger()),
    "action-nul": lambda bot, act: out(bot.answer(act, action="\0")),
    "long-action": lambda bot, act: out(bot.answer(act, action="x" * 10000)),
    "note": lambda bot, act: out(bot.answer(act, note=bot.value)),
    "msgpack-announce-4g": announce_four_gigabytes,
}
"""What it does instead of giving an answer."""


# In a batch

BATCHES = {
    "batch-missing": lambda bot, answers: answers[:-1],
    "batch-none": lambda bot, answers: [],
    "batch-twice": lambda bot, answers: [*answers, answers[0]],
    "batch-unknown-id": lambda bot, answers: [*answers, answers[0] | {"id": 10**6}],
    "batch-reversed": lambda bot, answers: answers[::-1],
    "batch-illegal": lambda bot, answers: [answers[0] | {"action": "fold"}, *answers[1:]],
    "batch-illegal-and-missing": lambda bot, answers: [answers[0] | {"action": "fold"}, *answers[1:-1]],
    "batch-crash": lambda bot, answers: os._exit(3),
    "batch-notes": lambda bot, answers: [answer | {"note": "n" * 1000} for answer in answers],
    "batch-key": lambda bot, answers: [*answers[:-1], answers[-1] | {"mood": "good"}],
    "batch-single": lambda bot, answers: json.dumps(answers[0]).encode() + b"\n",
    "batch-duplicate": lambda bot, answers: b'{"type": "batch", "acts": [], "acts": []}\n',
    "batch-nested": lambda bot, answers: b"[" * 100000 + b"\n",
    "batch-nested-field": lambda bot, answers: b'{"type": "batch", "acts": [{"note": ' + b"[" * 100000 + b"\n",
    "batch-endless": lambda bot, answers: b"x" * TEN_MEGABYTES,
    "batch-sleep": lambda bot, answers: (time.sleep(float(bot.value)), answers)[1],
}
"""What it makes of the proper answers of a batch."""


# When a game begins or ends


def spin(bot):
    """Sixteen processes that compute whatever happens."""
    for _ in range(16):
        if os.fork() == 0:
            while True:
                pass


def spin_here(bot):
    """A thread of its own process that computes whatever happens."""
    import threading

    def forever():
        while True:
            pass

    threading.Thread(target=forever, daemon=True).start()


def stubborn(bot):
    """Neither SIGTERM nor SIGINT nor goodbye ends it."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def write_stderr(bot):
    out(bot.value.encode() + b"\n", fd=2)


def signals(bot):
    """Says which signals it was started with ignored."""
    numbers = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
    ignored = [number.name for number in numbers if signal.getsignal(number) is signal.SIG_IGN]
    out(f"ignored: {' '.join(ignored)}\n".encode(), fd=2)


def nap(bot):
    """Half a second in which nothing is read, once."""
    time.sleep(0.5)
    bot.bad = False


def never_read(bot):
    """From now on nothing is read."""
    linger()


STARTS = {
    "spin": spin,
    "spin-here": spin_here,
    "deaf": stubborn,
    "stderr": write_stderr,
    "signals": signals,
    "nap": nap,
    "never-read": never_read,
    "exit-at-start": lambda bot: os._exit(4),
}
"""What it does when a game begins."""

ENDS = {"exit-at-end": lambda bot: os._exit(4)}
"""What it does when a game is over."""


if __name__ == "__main__":
    Bot(sys.argv[1:]).play()
