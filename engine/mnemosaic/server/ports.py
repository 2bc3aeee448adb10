"""Which ports the server listens on: the ones asked for, the usual ones, or free ones."""

from __future__ import annotations

import socket
from collections.abc import Collection, Sequence
from typing import Any

from mnemosaic.errors import PortInUseError
from mnemosaic.server.config import HOST

BOLT_PORT = 7687
HTTP_PORT = 7474


def choose_ports(port: int | None, http_port: int | None) -> tuple[int, int]:
    """The Bolt and the HTTP port. One that is given is taken or refused; else the usual one, or any that is free.

    Raises `PortInUseError` that names the port and, where the system tells, the process that holds it.
    """
    bolt = _required(port, "--port") if port is not None else _free(BOLT_PORT, {http_port})
    http = _required(http_port, "--http-port") if http_port is not None else _free(HTTP_PORT, {bolt})
    if bolt == http:
        raise PortInUseError(f"port {bolt} cannot serve both Bolt and HTTP: give --port and --http-port two numbers")
    return bolt, http


def is_free(port: int) -> bool:
    """Whether a server could listen on this port now."""
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((HOST, port))
        except OSError:
            return False
    return True


def holder(port: int) -> str:
    """The process that listens on `port`, in words; `another process` where the system does not tell."""
    import psutil

    try:
        for connection in psutil.net_connections("tcp"):
            local: Sequence[Any] = connection.laddr
            if connection.status == psutil.CONN_LISTEN and local and local[1] == port and connection.pid:
                return f"process {connection.pid} ({psutil.Process(connection.pid).name()})"
    except psutil.Error:
        return "another process"
    return "another process"


def _required(port: int, option: str) -> int:
    if not 0 < port < 65536:
        raise PortInUseError(f"{port} is no port: give {option} a number from 1 to 65535")
    if not is_free(port):
        raise PortInUseError(
            f"port {port} is taken by {holder(port)}: stop it, give {option} another number, or leave {option} out"
        )
    return port


def _free(preferred: int, others: Collection[int | None]) -> int:
    if preferred not in others and is_free(preferred):
        return preferred
    while True:
        with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
            probe.bind((HOST, 0))
            port = int(probe.getsockname()[1])
        if port not in others:
            return port
