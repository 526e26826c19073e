"""Makes system calls under a filter, as nobody in particular, and writes which error each of them gave.

    python -I -S calling.py ORDERS

ORDERS is a JSON object: the `filter`, and by name the `calls`, each a number and what it is given. It stands alone.
"""

import base64
import ctypes
import json
import os
import sys

NO_NEW_PRIVS, SECCOMP, FILTER = 38, 22, 2
NOBODY = 65_534
C = ctypes.CDLL(None, use_errno=True)


class Program(ctypes.Structure):
    _fields_ = [("length", ctypes.c_ushort), ("filter", ctypes.c_char_p)]


def main(orders):
    given = json.loads(orders)
    program = base64.b64decode(given["filter"])
    if os.getuid() == 0:
        os.setgroups([])
        os.setresgid(NOBODY, NOBODY, NOBODY)
        os.setresuid(NOBODY, NOBODY, NOBODY)
    assert C.prctl(NO_NEW_PRIVS, 1, 0, 0, 0) == 0
    assert C.prctl(SECCOMP, FILTER, ctypes.byref(Program(len(program) // 8, program)), 0, 0) == 0
    print(json.dumps({name: error(*call) for name, call in given["calls"].items()}))


def error(number, *given):
    """0 if it was done."""
    done = C.syscall(ctypes.c_long(number), *map(ctypes.c_long, given))
    return ctypes.get_errno() if done < 0 else 0


if __name__ == "__main__":
    main(sys.argv[1])
