"""Runs a command that may not use sockets, as in a coding agent's sandbox: socket and connect fail with EPERM."""

import ctypes
import os
import struct
import sys

PR_SET_NO_NEW_PRIVS, PR_SET_SECCOMP, SECCOMP_MODE_FILTER = 38, 22, 2
ALLOW, EPERM = 0x7FFF0000, 0x00050001
# The numbers of connect, bind, listen, accept, accept4 and sendto, and of socket for what is not a Unix socket.
CALLS = {"x86_64": ((42, 49, 50, 43, 288, 44), 41), "aarch64": ((203, 200, 201, 202, 242, 206), 198)}
AF_UNIX = 1


def instruction(code, true, false, value):
    return struct.pack("=HBBI", code, true, false, value)


def program(denied, socket):
    load, equal, give = 0x20, 0x15, 0x06
    lines = [instruction(load, 0, 0, 0)]
    for number in denied:
        lines += [instruction(equal, 0, 1, number), instruction(give, 0, 0, EPERM)]
    lines += [instruction(equal, 0, 3, socket), instruction(load, 0, 0, 16)]
    lines += [instruction(equal, 1, 0, AF_UNIX), instruction(give, 0, 0, EPERM)]
    return lines + [instruction(give, 0, 0, ALLOW)]


class Filter(ctypes.Structure):
    _fields_ = [("size", ctypes.c_ushort), ("lines", ctypes.c_char_p)]


def main():
    lines = program(*CALLS[os.uname().machine])
    libc = ctypes.CDLL(None, use_errno=True)
    filter = Filter(len(lines), b"".join(lines))
    one, zero = ctypes.c_ulong(1), ctypes.c_ulong(0)
    if libc.prctl(PR_SET_NO_NEW_PRIVS, one, zero, zero, zero) != 0:
        sys.exit("cannot give up privileges")
    if libc.prctl(PR_SET_SECCOMP, ctypes.c_ulong(SECCOMP_MODE_FILTER), ctypes.byref(filter), zero, zero) != 0:
        sys.exit("cannot install the filter")
    os.execvp(sys.argv[1], sys.argv[1:])


main()
