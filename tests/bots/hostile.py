"""A bot that attacks by flag; otherwise it plays the first legal action.

    python3 -I -S hostile.py FLAGS [OPTION VALUE]…

`FLAGS` are names in ATTACKS, with commas between them. They are done in this order at one decision, and what
each of them got is written to stderr as a line of JSON: `{"FLAG": WHAT}`, null for nothing. The options:

    --at K        the decision of the process at which it attacks, from 1 [1]; 0: before its hello; build: that is all
                  it does
    --mark TEXT   a word that is in the command line of all its processes, and in the names of files it makes
    --secret TEXT a part of something that it should not find, the rest of which is `--more`; several with commas
    --more TEXT   see there
    --path PATH   a file of its rival's, or one of the machine
    --socket NAME an abstract socket that somebody on the machine listens at

It needs the standard library only, and stands alone.
"""

import contextlib
import ctypes
import errno
import fcntl
import json
import mmap
import os
import resource
import signal
import socket
import struct
import sys
import threading
import time

MIB = 1 << 20
PLACES = ("/", "/bot", "/tmp", "/var/tmp", "/dev", "/dev/shm", "/dev/mqueue", "/proc", "/run", "/usr", "/etc", "/home")
C = ctypes.CDLL(None, use_errno=True)
OPTIONS = {}
SEEN = []
"""Every line that the referee sent."""


class Calls:
    """Numbers of system calls on x86-64 and on others, which have numbers of their own in common."""

    X86 = {"ptrace": 101, "unshare": 272, "mount": 165, "keyctl": 250, "add_key": 248, "bpf": 321, "clone": 56,
           "process_vm_readv": 310, "perf_event_open": 298, "userfaultfd": 323, "setns": 308}  # fmt: skip
    OTHER = {"ptrace": 117, "unshare": 97, "mount": 40, "keyctl": 219, "add_key": 217, "bpf": 280, "clone": 220,
             "process_vm_readv": 270, "perf_event_open": 241, "userfaultfd": 282, "setns": 268}  # fmt: skip
    SAME = {
        "close_range": 436,
        "io_uring_setup": 425,
        "clone3": 435,
        "pidfd_open": 434,
        "memfd_secret": 447,
        "open_tree": 428,
    }

    @classmethod
    def number(cls, name):
        """That of a call by its name."""
        return (cls.SAME | (cls.X86 if os.uname().machine == "x86_64" else cls.OTHER))[name]


def call(name, *given):
    """A system call; its result, or None if it was refused. Another error is its result too: nobody refused it."""
    result = C.syscall(Calls.number(name), *given)
    return errors() if result < 0 else result


def errors():
    """The name of the last error, None if that was a refusal."""
    number = ctypes.get_errno()
    return None if number in (errno.EPERM, errno.ENOSYS) else errno.errorcode[number]


def got(deed):
    """What a deed brings; None if it fails."""
    try:
        return deed()
    except (OSError, ValueError, MemoryError):
        return None


def apart(deed):
    """What a deed brings that may kill whoever does it: it is done in a child."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        with contextlib.suppress(BaseException):
            os.write(writing, json.dumps(deed()).encode())
        os._exit(0)
    os.close(writing)
    with open(reading, "rb") as file:
        said = file.read()
    os.waitpid(child, 0)
    return json.loads(said) if said else None


def linger():
    while True:
        time.sleep(60)


def pids():
    return [int(name) for name in os.listdir("/proc") if name.isdigit()]


def content(path, size=1 << 16):
    with open(path, "rb", buffering=0) as file:
        return file.read(size)


def has_secret(text):
    """Whether something that is looked for stands there; it is not in our own command line in one piece."""
    parts = zip(OPTIONS["--secret"].split(","), OPTIONS["--more"].split(","), strict=True)
    return any((first + rest).encode() in text for first, rest in parts)


# What takes too much


def fork_bomb():
    """All of its processes fork, as long as there can be more; it says how many it was itself allowed."""
    count = 0
    while count < 2000:
        try:
            child = os.fork()
        except OSError as error:
            return [count, errno.errorcode[error.errno]]
        if child == 0:
            while True:
                with contextlib.suppress(OSError):
                    os.fork()
                time.sleep(0.2)
        count += 1
    return [count, "all of them"]


def memory():
    """As much as one process gets; how many MiB that is."""
    held = []
    try:
        while len(held) < 4096:
            held.append(bytearray(os.urandom(1)) * MIB)
    except MemoryError:
        return len(held)
    return len(held)


def children_memory():
    """Eight children with 128 MiB each."""
    held = b""
    for _ in range(8):
        if os.fork() == 0:
            held = bytearray(b"x") * (128 * MIB)
            break
    linger()
    return len(held)


def map_shared():
    """Memory that no bound of a process's own data counts, kept while nobody sees that it has it."""
    held = []
    while len(held) < 48:
        part = got(lambda: mmap.mmap(-1, 16 * MIB))
        if part is None:
            break
        part.write(b"x" * (16 * MIB))
        part.madvise(mmap.MADV_DONTNEED)
        held.append(part)
    return 16 * len(held) or None


def map_zero():
    """The same by a device."""
    zero = os.open("/dev/zero", os.O_RDONLY)
    try:
        part = mmap.mmap(zero, 64 * MIB, mmap.MAP_SHARED, mmap.PROT_READ)
    finally:
        os.close(zero)
    return [part[place] for place in range(0, 64 * MIB, MIB)]


def page_tables():
    """Sixty children that read a byte of every 2 MiB of what was never written to: only its tables take memory."""
    for _ in range(60):
        if os.fork() == 0:
            size, part = 1 << 40, None
            while part is None and size > MIB:
                size //= 2
                part = got(lambda size=size: mmap.mmap(-1, size, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS, mmap.PROT_READ))
            with contextlib.suppress(OSError):
                part.madvise(mmap.MADV_NOHUGEPAGE)
            for place in range(0, size, 2 * MIB):
                part[place]
            break
    linger()


def leader_gone():
    """In three children the first thread ends, and another one takes memory: what is said of such a process is said of
    the dead one."""
    exit_ = 60 if os.uname().machine == "x86_64" else 93

    def hold():
        held = bytearray(os.urandom(1)) * (60 * MIB)
        linger()
        return held

    for _ in range(3):
        if os.fork() == 0:
            threading.Thread(target=hold).start()
            C.syscall(exit_, 0)
    linger()


def socket_memory():
    """Children that fill the sockets that they have, use little memory themselves, and are not to be looked into."""
    C.prctl(4, 0, 0, 0, 0)  # PR_SET_DUMPABLE
    for _ in range(20):
        if os.fork() == 0:
            held = []
            with contextlib.suppress(OSError):
                while True:
                    for end in held[-2:] + list(socket.socketpair()):
                        held.append(end)
                        end.setblocking(False)
                        with contextlib.suppress(BlockingIOError):
                            while True:
                                end.send(bytes(1 << 15))
            linger()
    linger()


def backlog():
    """How many that are connected to one that listens, and closed, it holds with what they have sent."""
    server = socket.socket(socket.AF_UNIX)
    server.bind("\0hostile-backlog")
    server.listen(4096)
    for count in range(200):
        with socket.socket(socket.AF_UNIX) as line:
            line.setblocking(False)
            if got(lambda line=line: line.connect("\0hostile-backlog") or True) is None:
                return count
            with contextlib.suppress(BlockingIOError):
                while True:
                    line.send(bytes(1 << 15))
    return 200


def datagrams():
    """Pairs that send to any name."""
    return [kind for kind in (socket.SOCK_DGRAM, socket.SOCK_RAW)
            if got(lambda kind=kind: socket.socketpair(socket.AF_UNIX, kind))] or None  # fmt: skip


def buffers():
    """Ways to have more in sockets and pipes than is counted."""
    ends, (reading, writing) = socket.socketpair(), os.pipe()
    page = mmap.mmap(-1, mmap.PAGESIZE, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    part = struct.pack("PN", ctypes.addressof(ctypes.c_char.from_buffer(page)), mmap.PAGESIZE)
    ways = {
        "send": lambda: ends[0].setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, MIB) or True,
        "receive": lambda: ends[0].setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, MIB) or True,
        "pipe": lambda: fcntl.fcntl(writing, 1031, MIB),
        "pages": lambda: C.vmsplice(writing, part, ctypes.c_size_t(1), 0) > 0 or None,
        "huge pages": lambda: C.prctl(42, 0, 0, 0, 0) == 0 or None,
        "huge pages again": lambda: C.prctl(41, 0, 0, 0, 0) == 0 or None,
        "terminal": lambda: os.openpty(),
    }
    found = [name for name, way in ways.items() if got(way) is not None]
    for fd in (reading, writing):
        os.close(fd)
    return found or None


def threads_apart():
    """A thread with open files of its own."""
    return call("close_range", 1000, 1001, 2)


def memfd():
    file = os.memfd_create("hostile")
    total = 0
    while total < 768:
        total += os.write(file, bytes(MIB)) // MIB
    return total


def memfd_secret():
    return call("memfd_secret", 0)


def stdout_flood():
    while True:
        os.write(1, b"x" * 65536)


def stderr_flood():
    while True:
        os.write(2, b"e" * 65535 + b"\n")


def spin():
    while True:
        pass


def child_spin():
    """A child computes for as long as it may; what ended it."""
    child = os.fork()
    if child == 0:
        spin()
    return signal.Signals(os.WTERMSIG(os.waitpid(child, 0)[1])).name


def spin_beside():
    """Four processes in sessions of their own compute whoever's turn it is."""
    for _ in range(4):
        if os.fork() == 0:
            os.setsid()
            spin()


def think():
    """How many seconds it takes to compute for half of one."""
    spent, began = time.process_time(), time.monotonic()
    while time.process_time() < spent + 0.5:
        pass
    return time.monotonic() - began


def disk():
    """Places where a file can be made, with how much went into it."""
    found = {}
    for place in PLACES:
        with contextlib.suppress(OSError), open(f"{place}/hostile-{OPTIONS['--mark']}", "wb", buffering=0) as file:
            found[place] = 0
            for _ in range(256):
                found[place] += file.write(bytes(MIB))
    return found or None


def inodes():
    """Places where folders can be made."""
    found = {}
    for place in PLACES:
        with contextlib.suppress(OSError):
            for number in range(1000):
                os.mkdir(f"{place}/hostile-{OPTIONS['--mark']}-{number}")
                found[place] = number + 1
    return found or None


def names():
    """Scratch space full of files that are empty."""
    count = 0
    while count < 4_000_000:
        os.close(os.open(f"/tmp/{count}", os.O_WRONLY | os.O_CREAT))
        count += 1
    return count


def scratch_and_memory():
    """Half of what there may be in files, and then more than the other half."""
    with contextlib.suppress(OSError):
        for number in range(260):
            with open(f"/tmp/{number}", "wb") as file:
                file.write(bytes(MIB))
    held = memory()
    linger()
    return held


# What leaves the referee waiting


def ignore():
    """Every signal is ignored that can be."""
    for number in range(1, signal.NSIG):
        with contextlib.suppress(OSError, ValueError):
            signal.signal(number, signal.SIG_IGN)
    linger()


def daemon():
    """What is left behind holds the pipes, in a session of its own."""
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            ignore()
        os._exit(0)


def rubbish():
    """Whatever other processes of the sandbox have open is written to, but for what we have open ourselves."""
    own = [os.fstat(fd).st_ino for fd in range(3)]
    found = []
    for pid in pids():
        for name in got(lambda pid=pid: os.listdir(f"/proc/{pid}/fd")) or ():
            path = f"/proc/{pid}/fd/{name}"
            if (got(lambda path=path: os.stat(path).st_ino) or own[0]) not in own:
                found.append(got(lambda path=path: _written(path)))
    return [each for each in found if each] or None


def _written(path):
    file = os.open(path, os.O_WRONLY | os.O_NONBLOCK)
    try:
        os.write(file, b"what?\n")
    finally:
        os.close(file)
    return os.readlink(path)


# Ends


def exit_137():
    os._exit(137)


def sigkill():
    os.kill(os.getpid(), signal.SIGKILL)


def exit_152():
    """As a shell says it of one that used up its processor time."""
    os._exit(128 + signal.SIGXCPU)


def pid_1_overwritten():
    """The sandbox's first process is made to end as if the sandbox could not be set up, and then we end too."""
    end = b"\xbf\1\0\0\0\xb8\xe7\0\0\0\x0f\x05" if os.uname().machine == "x86_64" else bytes(16)  # exit_group(1)
    with contextlib.suppress(OSError), open("/proc/1/maps") as file:
        ranges = [line.split()[:2] for line in file]
        for span, rights in ranges:
            if "x" in rights:
                first, last = (int(end, 16) for end in span.split("-"))
                with contextlib.suppress(OSError, OverflowError), open("/proc/1/mem", "r+b", buffering=0) as memory:
                    memory.seek(first)
                    memory.write(b"\x90" * (last - first - len(end)) + end)
    os._exit(1)


# Who else is there


def kill_parent():
    """Whether it is gone then."""
    parent = os.getppid()
    os.kill(parent, signal.SIGKILL)
    time.sleep(0.1)
    return "it is gone" if os.getppid() != parent or b"State:\tZ" in content(f"/proc/{parent}/status") else None


def kill_all():
    """Whether there was anybody that it could be sent to."""
    os.kill(-1, signal.SIGKILL)
    return "somebody"


def kill_others():
    """Processes beyond our own that a signal could be sent to."""
    own = set(pids())
    return [pid for pid in range(1, 1 << 16) if pid not in own and got(lambda pid=pid: os.kill(pid, 0) or True)] or None


def other_limits():
    """Ways to have another process of the same user end, or wait; it is tried on a child."""
    child = os.fork()
    if child == 0:
        linger()
    none = struct.pack("QQ", 0, 0)
    ways = {
        "limits": lambda: C.prlimit(child, resource.RLIMIT_CORE, none, None) == 0 or None,
        "priority": lambda: os.setpriority(os.PRIO_PROCESS, child, 19) or True,
        "priority of all": lambda: os.setpriority(os.PRIO_USER, 0, 19) or True,
        "scheduler": lambda: os.sched_setscheduler(child, os.SCHED_IDLE, os.sched_param(0)) or True,
        "parameters": lambda: os.sched_setparam(child, os.sched_param(0)) or True,
        "core": lambda: os.sched_setaffinity(child, os.sched_getaffinity(0)) or True,
    }
    found = [name for name, way in ways.items() if got(way) is not None]
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return found or None


def ptrace():
    return call("ptrace", 16, os.getppid(), 0, 0)


def pid_1_mem():
    """Whether `/proc/1/mem` shows anything that is secret."""
    found = None
    with open("/proc/1/maps") as file:
        ranges = [line.split()[0].split("-") for line in file]
    for first, last in ranges:
        with contextlib.suppress(OSError, OverflowError), open("/proc/1/mem", "rb", buffering=0) as memory:
            memory.seek(int(first, 16))
            if has_secret(memory.read(int(last, 16) - int(first, 16))):
                found = "the secret"
    return found


def process_vm():
    """Whether the memory of any process can be read by the call for it."""
    place = ctypes.create_string_buffer(8)
    part = struct.pack("PN", ctypes.addressof(place), 8)
    part = ctypes.create_string_buffer(part)
    return [pid for pid in range(1, 4096) if call("process_vm_readv", pid, part, 1, part, 1, 0) is not None] or None


def referee_memory():
    """`/proc/PID/mem` of whatever there could be that is not ours."""
    own = set(pids())
    return [pid for pid in range(1, 1 << 16) if pid not in own and os.path.exists(f"/proc/{pid}/mem")] or None


def files():
    """What of a path that is not ours can be read, also by way of the first process and of staged copies."""
    path = OPTIONS["--path"]
    ways = [path, f"/proc/1/root{path}", f"/proc/self/root{path}", f"/proc/1/cwd{path}", f"/bot/../..{path}"]
    for parent in ("/tmp", "/proc/1/root/tmp", "/var/tmp"):
        for name in got(lambda parent=parent: os.listdir(parent)) or ():
            ways.append(f"{parent}/{name}/bots/1/hostile.py")
    return [way for way in ways if os.path.exists(way)] or None


def reads():
    """What can be opened, whether or not it can be seen that it is there."""
    paths = (OPTIONS["--path"], "/etc/passwd", "/etc/shadow", "/dev/mem")
    return [path for path in paths if got(lambda path=path: content(path, 1)) is not None] or None


def folders():
    """What can be listed of the machine's."""
    return [
        path for path in ("/", "/tmp", "/proc", "/home", "/root") if got(lambda path=path: os.listdir(path))
    ] or None


def etc():
    return [name for name in ("passwd", "shadow", "hostname", "machine-id") if os.path.exists(f"/etc/{name}")] or None


def pid_1_root():
    """What is there that is not in our own root."""
    return sorted(set(os.listdir("/proc/1/root")) - set(os.listdir("/"))) or None


def environ():
    """Variables of any process, beyond the few that a bot is given, and those that are secret."""
    found = set()
    for pid in pids():
        text = got(lambda pid=pid: content(f"/proc/{pid}/environ")) or b""
        found |= {"the secret"} if has_secret(text) else set()
        found |= {part.partition(b"=")[0].decode() for part in text.split(b"\0") if part}
    return sorted(found - {"PATH", "LANG", "LC_CTYPE", "PYTHONPATH", "PWD"}) or None


def everything():
    """Files that have the secret in them, `/proc` with its command lines included; nothing we were sent has it."""
    found = ["what the referee said"] if any(map(has_secret, SEEN)) else []
    for root, folders, names in os.walk("/", followlinks=False):
        if root in ("/usr", "/sys"):
            folders[:] = []
        for name in names:
            path = os.path.join(root, name)
            if os.path.isfile(path) and has_secret(got(lambda path=path: content(path)) or b""):
                found.append(path)
    return found or None


# Ways out


def family(name, kind=socket.SOCK_STREAM):
    return lambda: got(lambda: socket.socket(getattr(socket, name), kind).family)


def abstract():
    with socket.socket(socket.AF_UNIX) as line:
        line.connect("\0" + OPTIONS["--socket"])
        return "connected"


def shared():
    """Shared memory, semaphores and queues, which a name leads to."""
    attributes = ctypes.create_string_buffer(struct.pack("8l", 0, 1, 16, 0, 0, 0, 0, 0))
    ways = {
        "memory": lambda: C.shmget(0x666, 4096, 0o1666),
        "semaphores": lambda: C.semget(0x666, 1, 0o1666),
        "messages": lambda: C.msgget(0x666, 0o1666),
        "queue": lambda: C.mq_open(b"/hostile", os.O_CREAT | os.O_RDWR, 0o666, attributes),
    }
    found = {name: errors() or "refused" if way() < 0 else "there" for name, way in ways.items()}
    return {name: what for name, what in found.items() if what != "refused"} or None


def descriptors():
    """What is open beyond the three pipes."""
    open_ = [int(name) for name in os.listdir("/proc/self/fd")]
    return [fd for fd in open_ if fd > 2 and got(lambda fd=fd: os.fstat(fd)) is not None] or None


def user_namespace():
    return apart(lambda: call("unshare", 0x10000000))


def clone_namespace():
    return apart(lambda: call("clone", 0x10000000 | signal.SIGCHLD, 0, 0, 0, 0))


def namespaces_entered():
    return [name for name in os.listdir("/proc/1/ns") if _entered(f"/proc/1/ns/{name}")] or None


def _entered(path):
    return got(lambda: call("setns", os.open(path, os.O_RDONLY), 0)) is not None


def mount():
    return call("mount", b"none", b"/bot", b"tmpfs", 0, None)


def open_tree():
    return call("open_tree", -100, b"/", 1)


def keyring():
    added = call("add_key", b"user", b"hostile", b"notes", 5, -4)
    joined = call("keyctl", 1, b"hostile")
    return None if added is joined is None else [added, joined]


def io_uring():
    return call("io_uring_setup", 8, ctypes.create_string_buffer(120))


def bpf():
    return call("bpf", 0, ctypes.create_string_buffer(120), 120)


def perf():
    return call("perf_event_open", ctypes.create_string_buffer(120), 0, -1, -1, 0)


def userfault():
    return call("userfaultfd", 1)


def clone3():
    return call("clone3", ctypes.create_string_buffer(88), 88)


def tiocsti():
    """A letter typed at the terminal; the upper half of the number is nothing that the kernel looks at."""
    codes = {}
    for request in (0x5412, 0x5412 | 1 << 32, 0x541C, 0x541C | 7 << 40):
        C.ioctl.argtypes = [ctypes.c_int, ctypes.c_ulong, ctypes.c_char_p]
        done = C.ioctl(0, request, b"x")
        codes[hex(request)] = 0 if done >= 0 else ctypes.get_errno()
    return {name: errno.errorcode.get(code, code) for name, code in codes.items() if code != errno.EPERM} or None


def old_calls():
    """`getpid` as 32-bit programs call it, and as those of the x32 ABI do: whoever tries is killed, or gets nothing."""
    if os.uname().machine != "x86_64":
        return None
    codes = {"32 bit": b"\xb8\x14\0\0\0\xcd\x80\xc3", "x32": b"\xb8\x27\0\0\x40\x0f\x05\xc3"}
    return {
        name: pid for name, code in codes.items() if (pid := apart(lambda code=code: _run(code))) is not None
    } or None


def _run(code):
    """Machine code, as a function that returns a number; None for an error."""
    rights = mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC
    page = mmap.mmap(-1, 4096, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS, rights)
    page.write(code)
    place = ctypes.addressof(ctypes.c_char.from_buffer(page))
    number = ctypes.CFUNCTYPE(ctypes.c_int)(place)()
    return number if number > 0 else None


def root():
    """Whether it is root, becomes it, or has capabilities."""
    status = dict(line.split(":\t", 1) for line in content("/proc/self/status").decode().splitlines() if ":\t" in line)
    found = {name: status[name] for name in ("CapEff", "CapPrm", "CapBnd", "CapAmb") if int(status[name], 16)}
    found |= {} if os.getuid() and os.geteuid() else {"uid": 0}
    found |= {} if got(lambda: os.setuid(0) or True) is None else {"setuid": 0}
    found |= {} if status["Seccomp"] == "2" and status["NoNewPrivs"] == "1" else {"filter": status["Seccomp"]}
    return found or None


def core():
    """Whether it can run on a core that is not its table's, or before others."""
    found = got(lambda: os.sched_setaffinity(0, range(os.cpu_count())) or "all cores")
    return found or got(lambda: os.setpriority(os.PRIO_PROCESS, 0, -5) or "a priority")


# Notes for later


def locks():
    """Ways to tell another sandbox something by a file that both see."""
    with open("/usr/bin/env", "rb") as file:
        lock = struct.pack("hhqqi4x", fcntl.F_RDLCK, 0, 0, 1, 0)
        ways = {
            "flock": lambda: fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB) or True,
            "lock": lambda: fcntl.lockf(file, fcntl.LOCK_SH | fcntl.LOCK_NB, 1, 42) or True,
            "lock of an open file": lambda: fcntl.fcntl(file, fcntl.F_OFD_SETLK, lock),
            "whose lock": lambda: fcntl.fcntl(file, fcntl.F_GETLK, lock),
            "notice": lambda: fcntl.fcntl(os.open("/usr/bin", os.O_RDONLY), fcntl.F_NOTIFY, 1),
            "lease": lambda: fcntl.fcntl(file, fcntl.F_GETLEASE),
            "watch": lambda: C.inotify_init1(0) > 0 or None,
        }
        return [name for name, way in ways.items() if got(way) is not None] or None


def remember():
    """Leave word for whoever plays the next game, wherever that could be."""
    note = b"hostile " + OPTIONS["--mark"].encode()
    places = {}
    for place in (*PLACES, "/bot/.."):
        with contextlib.suppress(OSError), open(f"{place}/hostile-note", "wb") as file:
            file.write(note)
            places[place] = "written"
    if (key := call("add_key", b"user", note, note, len(note), -4)) is not None:
        places["a key"] = key
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            with contextlib.suppress(OSError):
                server = socket.socket(socket.AF_UNIX)
                server.bind("\0hostile-note")
                server.listen()
            ignore()
        os._exit(0)
    os.environ["HOSTILE_NOTE"] = "here"
    return places or None


def recall():
    """What somebody left for us."""
    found = [place for place in (*PLACES, "/bot/..") if os.path.exists(f"{place}/hostile-note")]
    with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX) as line:
        line.connect("\0hostile-note")
        found.append("a process")
    found += ["a variable"] if "HOSTILE_NOTE" in os.environ else []
    return found or None


ATTACKS = {
    "fork-bomb": fork_bomb,
    "memory": memory,
    "children-memory": children_memory,
    "page-tables": page_tables,
    "leader-gone": leader_gone,
    "socket-memory": socket_memory,
    "backlog": backlog,
    "datagrams": datagrams,
    "buffers": buffers,
    "threads-apart": threads_apart,
    "map-shared": map_shared,
    "map-zero": map_zero,
    "memfd": memfd,
    "memfd-secret": memfd_secret,
    "stdout-flood": stdout_flood,
    "stderr-flood": stderr_flood,
    "spin": spin,
    "child-spin": child_spin,
    "spin-beside": spin_beside,
    "think": think,
    "disk": disk,
    "inodes": inodes,
    "names": names,
    "scratch-and-memory": scratch_and_memory,
    "sleep": lambda: time.sleep(600),
    "stop": lambda: os.kill(os.getpid(), signal.SIGSTOP),
    "ignore": ignore,
    "daemon": daemon,
    "rubbish": rubbish,
    "exit-1": lambda: os._exit(1),
    "exit-137": exit_137,
    "exit-152": exit_152,
    "sigkill": sigkill,
    "pid-1-overwritten": pid_1_overwritten,
    "kill-parent": kill_parent,
    "kill-all": kill_all,
    "kill-others": kill_others,
    "other-limits": other_limits,
    "ptrace": ptrace,
    "pid-1-mem": pid_1_mem,
    "process-vm": process_vm,
    "referee-memory": referee_memory,
    "files": files,
    "reads": reads,
    "folders": folders,
    "etc": etc,
    "pid-1-root": pid_1_root,
    "environ": environ,
    "everything": everything,
    "inet": family("AF_INET"),
    "inet-datagram": family("AF_INET6", socket.SOCK_DGRAM),
    "vsock": family("AF_VSOCK"),
    "netlink": family("AF_NETLINK", socket.SOCK_RAW),
    "packet": family("AF_PACKET", socket.SOCK_RAW),
    "abstract": abstract,
    "shared": shared,
    "descriptors": descriptors,
    "user-namespace": user_namespace,
    "clone-namespace": clone_namespace,
    "namespaces-entered": namespaces_entered,
    "mount": mount,
    "open-tree": open_tree,
    "keyring": keyring,
    "io-uring": io_uring,
    "bpf": bpf,
    "perf": perf,
    "userfault": userfault,
    "clone3": clone3,
    "tiocsti": tiocsti,
    "old-calls": old_calls,
    "root": root,
    "core": core,
    "locks": locks,
    "remember": remember,
    "recall": recall,
}
"""What it does by flag."""


def attack(flags):
    """Do it, and say what came of it."""
    for flag in flags.split(","):
        found = got(ATTACKS[flag])
        os.write(2, json.dumps({flag: found}).encode() + b"\n")


def main(flags, *options):
    """From hello to goodbye."""
    OPTIONS.update(zip(options[::2], options[1::2], strict=True))
    at = OPTIONS.get("--at", "1")
    if at in ("0", "build"):
        attack(flags)
    if at == "build":
        return
    os.write(1, b'{"type": "hello", "protocol": 1, "name": "hostile"}\n')
    asked = 0
    for line in sys.stdin.buffer:
        SEEN.append(line)
        message = json.loads(line)
        if message["type"] == "bye":
            break
        if message["type"] == "act":
            asked += 1
            if str(asked) == at:
                attack(flags)
            answer = {"type": "act", "id": message["id"], "action": message["legal"][0]}
            os.write(1, json.dumps(answer).encode() + b"\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
