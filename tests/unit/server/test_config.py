from __future__ import annotations

import socket
from pathlib import Path

import pytest

from mnemosaic.errors import PortInUseError, SettingsError
from mnemosaic.server import ports
from mnemosaic.server.config import settings, split_memory, write_config
from mnemosaic.server.paths import Layout, default_data_dir


@pytest.mark.parametrize(
    ("text", "heap"),
    [(None, 1024), ("512m", 512), ("2g", 2048), ("1.5 GiB", 1536), ("768MB", 768), ("1G", 1024)],
)
def test_memory(text: str | None, heap: int) -> None:
    assert (split_memory(text).heap, split_memory(text).page_cache) == (heap, heap // 2)


@pytest.mark.parametrize("text", ["", "much", "2", "-1g", "1t", "100m", "g", "1g; rm"])
def test_what_is_no_memory(text: str) -> None:
    if text:
        with pytest.raises(SettingsError, match="memory"):
            split_memory(text)
    else:
        assert split_memory(text).heap == 1024


def test_the_configuration_keeps_to_this_machine(tmp_path: Path) -> None:
    layout = Layout.of(tmp_path)
    write_config(layout, settings((17, 18), split_memory("512m"), tmp_path / "plugins"))
    text = (layout.conf / "neo4j.conf").read_text()
    assert "server.bolt.listen_address=127.0.0.1:17\n" in text
    assert "server.http.listen_address=127.0.0.1:18\n" in text
    assert "0.0.0.0" not in text
    assert "server.memory.pagecache.size=256m\n" in text
    assert "dbms.usage_report.enabled=false\n" in text
    for name in ("user-logs.xml", "server-logs.xml"):
        assert "SizeBasedTriggeringPolicy" in (layout.conf / name).read_text()


def test_the_data_directory_can_be_set(monkeypatch, tmp_path) -> None:
    monkeypatch.setenv("MNEMOSAIC_DATA", str(tmp_path / "here"))
    assert default_data_dir() == tmp_path / "here"
    assert Layout.of(None).home == (tmp_path / "here").resolve()
    assert Layout.of(tmp_path / "there").home == (tmp_path / "there").resolve()


@pytest.fixture
def taken():
    with socket.create_server(("127.0.0.1", 0)) as listener:
        yield listener.getsockname()[1]


def test_a_port_that_is_given_and_taken_names_its_holder(taken) -> None:
    with pytest.raises(PortInUseError, match=rf"port {taken} is taken by .*process.*--port"):
        ports.choose_ports(taken, None)
    with pytest.raises(PortInUseError, match=rf"port {taken} is taken by .*--http-port"):
        ports.choose_ports(None, taken)


def test_the_usual_port_gives_way_when_taken(taken, monkeypatch) -> None:
    monkeypatch.setattr(ports, "BOLT_PORT", taken)
    bolt, http = ports.choose_ports(None, None)
    assert taken not in (bolt, http)
    assert ports.is_free(bolt)


def test_a_usual_port_that_is_free_is_taken(taken, monkeypatch) -> None:
    free, _ = ports.choose_ports(None, None)
    monkeypatch.setattr(ports, "BOLT_PORT", free)
    assert ports.choose_ports(None, None)[0] == free


@pytest.mark.parametrize("port", [0, -1, 65536])
def test_what_is_no_port(port: int) -> None:
    with pytest.raises(PortInUseError, match="is no port"):
        ports.choose_ports(port, None)


def test_one_port_cannot_do_both() -> None:
    free, _ = ports.choose_ports(None, None)
    with pytest.raises(PortInUseError, match="two numbers"):
        ports.choose_ports(free, free)
