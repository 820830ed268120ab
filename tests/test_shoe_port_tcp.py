"""Ports over real sockets: a serial server, one that is not there, an address that is none."""

import socket
from collections.abc import Iterator

import pytest

from shoe.port import Port, open_port
from tests.port_rig import CARD, SERIAL


@pytest.fixture
def server() -> Iterator[socket.socket]:
    with socket.create_server(("127.0.0.1", 0)) as made:
        yield made


def tcp_port(server: socket.socket, *, write: bool = False) -> tuple[Port, socket.socket]:
    opened = open_port("", f"127.0.0.1:{server.getsockname()[1]}", SERIAL, write)
    return opened, server.accept()[0]


def test_a_tcp_serial_server(server: socket.socket) -> None:
    opened, peer = tcp_port(server, write=True)
    assert opened.where == f"127.0.0.1:{server.getsockname()[1]}"
    assert opened.read() == b""
    peer.sendall(CARD)
    assert opened.read() == CARD
    opened.write(b"order")
    assert peer.recv(10) == b"order"
    peer.close()
    with pytest.raises(ConnectionResetError, match="gone"):
        opened.read()
    opened.close()


def test_a_tcp_server_that_is_not_there(server: socket.socket) -> None:
    address = f"127.0.0.1:{server.getsockname()[1]}"
    server.close()
    with pytest.raises(ConnectionRefusedError, match=address):
        open_port("", address, SERIAL, write=False)


@pytest.mark.parametrize("address", ["nowhere", ":4001", "host:", "host:x", "127.0.0.1:99999"])
def test_an_address_that_is_none(address: str) -> None:
    with pytest.raises(OSError, match=address):
        open_port("", address, SERIAL, write=False)
