"""A bot that tries what no bot should be able to do, and says what it could: `probe.py ORDERS`.

It stands alone, and is run in the very sandbox that bots are to be in. ORDERS is a JSON object:

    files       files of the machine that no bot should see
    folders     folders of it likewise, each with its device and its number: another one may have the same name
    variable    how a variable begins that the referee has in its environment
    socket      an abstract socket that the referee listens at
    processes   how many there may be
    calls       by name the numbers of system calls that are to be refused, whatever they are given
    namespaces  by name those of the referee, none of which is to be the bot's; null where it has none of its own

It writes one line, a JSON list. With `hog` in the place of ORDERS it uses memory without end.
"""

import ctypes
import errno
import json
import os
import signal
import socket
import sys
import time

PLACES = ("/", "/bot", "/tmp", "/var/tmp", "/dev", "/dev/shm", "/usr", "/etc")  # noqa: S108
REFUSED = (errno.EPERM, errno.ENOSYS)
GET_DEATH_SIGNAL = 2
C = ctypes.CDLL(None, use_errno=True)


def main(orders: str) -> None:
    """Try everything."""
    if orders == "hog":
        hog()
    given = json.loads(orders)
    found = ["read a file of this machine"] if any(map(reads, given["files"])) else []
    found += ["see which files there are"] if any(map(os.path.exists, given["files"])) else []
    opening = os.O_PATH if given["namespaces"] else os.O_RDONLY
    found += [f"look at {path} of this machine" for path, *folder in given["folders"] if shows(path, folder, opening)]
    found += ["read the referee's environment"] if sees_variable(given["variable"].encode()) else []
    found += ["reach the network"] if reaches_network() else []
    found += ["reach a socket of this machine"] if connects(given["socket"]) else []
    found += ["see other processes"] if sees_processes() else []
    found += [f"write to {place}" for place in written()]
    found += ["hide memory in /dev/zero"] if reads("/dev/zero") else []
    found += ["fork without end"] if forks(given["processes"] + 1) else []
    found += wrong_status()
    found += ["use what the referee has open"] if open_descriptors() else []
    found += [f"call {name}" for name, number in given["calls"].items() if not is_refused(number)]
    found += wrong_place(given["namespaces"]) if given["namespaces"] else []
    sys.stdout.write(json.dumps(found) + "\n")


def reads(file: str) -> bool:
    """Whether a file can be read."""
    try:
        os.close(os.open(file, os.O_RDONLY))
    except OSError:
        return False
    return True


def shows(path: str, folder: list[int], opening: int) -> bool:
    """Whether a folder can be opened in this way, and is the machine's own."""
    try:
        fd = os.open(path, opening | os.O_DIRECTORY)
    except OSError:
        return False
    try:
        there = os.fstat(fd)
        return [there.st_dev, there.st_ino] == folder
    finally:
        os.close(fd)


def sees_variable(name: bytes) -> bool:
    """Whether it is in the environment of any process."""
    for pid in pids():
        try:
            with open(f"/proc/{pid}/environ", "rb") as environment:
                if name in environment.read():
                    return True
        except OSError:
            continue
    return False


def reaches_network() -> bool:
    """Whether there is a socket of the network, or a way out beside the loop back to here."""
    for family in (socket.AF_INET, socket.AF_INET6):
        for kind in (socket.SOCK_STREAM, socket.SOCK_DGRAM):
            try:
                socket.socket(family, kind).close()
            except OSError:
                continue
            return True
    try:
        with open("/proc/net/dev") as file:
            return any(line.partition(":")[0].strip() != "lo" for line in file if ":" in line)
    except OSError:
        return False


def connects(name: str) -> bool:
    """Whether somebody hears us at an abstract socket."""
    try:
        with socket.socket(socket.AF_UNIX) as line:
            line.connect("\0" + name)
    except OSError:
        return False
    return True


def pids() -> list[int]:
    """All processes that can be seen."""
    try:
        return [int(name) for name in os.listdir("/proc") if name.isdigit()]
    except OSError:
        return []


def sees_processes() -> bool:
    """Whether there are more than the sandbox's first one and this one."""
    return bool(set(pids()) - {1, os.getpid(), os.getppid()})


def written() -> list[str]:
    """The places where a file could be made, or one that is there be opened for writing."""
    found = []
    for place in dict.fromkeys([*PLACES, *mounts()]):
        path = os.path.join(place, "fajer-probe") if os.path.isdir(place) else place
        if place.startswith("/dev/") and not os.path.isdir(place):
            continue  # devices, like /dev/null
        try:
            os.close(os.open(path, os.O_WRONLY | os.O_CREAT))
        except OSError:
            continue
        found.append(place)
    return found


def mounts() -> list[str]:
    """Everything that is mounted."""
    try:
        with open("/proc/self/mountinfo") as file:
            return [line.split()[4] for line in file]
    except OSError:
        return []


def forks(count: int) -> bool:
    """Whether there can be so many processes."""
    awake, asleep = os.pipe()
    children = []
    try:
        for _ in range(count):
            child = os.fork()
            if child == 0:
                os.close(asleep)
                os.read(awake, 1)
                os._exit(0)
            children.append(child)
    except OSError as error:
        return error.errno != errno.EAGAIN
    finally:
        os.close(asleep)
        os.close(awake)
        for child in children:
            os.waitpid(child, 0)
    return True


def wrong_status() -> list[str]:
    """What this process may do that it should not."""
    try:
        with open("/proc/self/status") as file:
            status = dict(line.rstrip("\n").split(":\t", 1) for line in file)
    except OSError:  # there is no /proc under Landlock: what can be asked without it
        return [] if os.getuid() else ["be root"]
    found = [] if int(status["CapEff"], 16) == 0 and int(status["CapBnd"], 16) == 0 else ["use capabilities"]
    found += [] if status["NoNewPrivs"] == "1" else ["gain privileges"]
    found += [] if status["Seccomp"] == "2" else ["make any system call"]
    return found + ([] if os.getuid() else ["be root"])


def is_refused(number: int) -> bool:
    """Whether a system call is, before the kernel has seen that what it is given makes no sense."""
    return C.syscall(number, *[ctypes.c_long(-1)] * 6) < 0 and ctypes.get_errno() in REFUSED


def wrong_place(theirs: dict[str, str]) -> list[str]:
    """What is shared with the referee that should not be, and what would let it outlive the referee."""
    found = [f"share the {name} namespace of this machine" for name, link in theirs.items() if namespace(name) == link]
    found += [] if os.getsid(0) else ["share the session of this machine"]
    ended_by = ctypes.c_int()
    C.prctl(GET_DEATH_SIGNAL, ctypes.byref(ended_by))
    return found + ([] if ended_by.value == signal.SIGKILL else ["live on without the referee"])


def namespace(name: str) -> str:
    """Which one we are in."""
    try:
        return os.readlink(f"/proc/self/ns/{name}")
    except OSError:
        return ""


def open_descriptors() -> list[int]:
    """Whether there is more than the three pipes."""
    return [fd for fd in range(3, 256) if is_open(fd)]


def is_open(fd: int) -> bool:
    """Whether a descriptor is open."""
    try:
        os.fstat(fd)
    except OSError:
        return False
    return True


def hog() -> None:
    """Use memory that no limit of a process bounds: that of several."""
    for _ in range(8):
        if os.fork() == 0:
            break
    held: list[bytes] = []
    try:
        while True:
            held.append(os.urandom(1) * (1 << 20))
    except MemoryError:
        time.sleep(60)


if __name__ == "__main__":
    main(sys.argv[1])
