from __future__ import annotations

import logging
import re
import socket
import threading
from typing import TYPE_CHECKING, Any

import pytest

from graph.push import PushError, push
from tests.neo4j.example import STUB, example_graph, one_paper, send

if TYPE_CHECKING:
    from tests.neo4j.server import Neo4jServer


def refusal(server_uri: str, **options: Any) -> str:
    with pytest.raises(PushError) as caught:
        push(one_paper(), **{"uri": server_uri, "user": "neo4j", "password": "not-the-password"} | options)
    message = str(caught.value)
    assert "\n" not in message
    return message


@pytest.fixture
def dead_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return int(listener.getsockname()[1])


def test_a_server_that_is_not_there_is_named_with_the_way_to_start_it(dead_port: int) -> None:
    message = refusal(f"bolt://127.0.0.1:{dead_port}")
    assert message.startswith(f"cannot reach Neo4j at bolt://127.0.0.1:{dead_port}: is it running? `docker compose up")


def test_routing_to_a_server_that_is_not_there_names_bolt(dead_port: int) -> None:
    assert f"for a single server use bolt://127.0.0.1:{dead_port}" in refusal(f"neo4j://127.0.0.1:{dead_port}")


def test_a_name_that_nobody_has_is_unreachable() -> None:
    assert refusal("bolt://nobody.invalid").startswith("cannot reach Neo4j at bolt://nobody.invalid:")


@pytest.mark.parametrize(
    ("uri", "better"),
    [
        ("http://localhost:7474", "bolt://localhost:7687"),
        ("https://db.example.org", "bolt://db.example.org:7687"),
        ("http://localhost:17687", "bolt://localhost:17687"),
        ("localhost:7687", "bolt://localhost:7687"),
        ("localhost", "bolt://localhost:7687"),
        ("", "bolt://localhost:7687"),
        ("bolt://", "bolt://localhost:7687"),
        ("bolt://localhost/neo4j", "bolt://localhost:7687"),
        ("bolt://localhost:port", "bolt://localhost:7687"),
        ("bolt://[::1", "bolt://localhost:7687"),
        ("http://[::1]:7474", "bolt://[::1]:7687"),
    ],
)
def test_an_address_that_is_none_is_answered_with_one_that_is(uri: str, better: str) -> None:
    message = refusal(uri)
    assert "no address of a Neo4j server" in message
    assert message.endswith(better)


@pytest.mark.parametrize(
    "uri", ["bolt://neo4j:hunter22@localhost:7687", "neo4j:hunter22@localhost", "bolt://neo4j:hunter22"]
)
def test_a_password_in_the_address_is_refused_and_not_repeated(uri: str) -> None:
    assert "hunter22" not in refusal(uri)


@pytest.mark.neo4j
def test_a_wrong_password_ends_in_one_line_that_says_where_an_old_one_is_kept(neo4j_server: Neo4jServer) -> None:
    message = refusal(neo4j_server.uri)
    assert re.search(r"refuses the user or the password .*NEO4J_PASSWORD; a Docker volume keeps the first", message)


@pytest.mark.neo4j
@pytest.mark.parametrize("password", [None, ""])
def test_no_password_is_a_wrong_one(neo4j_server: Neo4jServer, password: str | None) -> None:
    assert "refuses the user or the password" in refusal(neo4j_server.uri, password=password)


@pytest.mark.neo4j
def test_a_password_that_must_be_changed_is_said(neo4j_clean: Neo4jServer) -> None:
    neo4j_clean.ask("CREATE USER fresh IF NOT EXISTS SET PASSWORD 'first-password' CHANGE REQUIRED")
    try:
        message = refusal(neo4j_clean.uri, user="fresh", password="first-password")
    finally:
        neo4j_clean.ask("DROP USER fresh")
    assert "wants a new password for user 'fresh'" in message


@pytest.mark.neo4j
def test_the_password_stands_in_no_message_and_no_log(
    neo4j_clean: Neo4jServer, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    send(example_graph(), neo4j_clean)
    message = refusal(neo4j_clean.uri, password="hunter22hunter22")
    told = message + "".join(record.getMessage() for record in caplog.records)
    assert neo4j_clean.password not in told
    assert "hunter22" not in told


@pytest.mark.neo4j
def test_a_database_that_is_not_there_is_answered_with_those_that_are(neo4j_server: Neo4jServer) -> None:
    for name in ("nowhere", "system"):
        message = refusal(neo4j_server.uri, password=neo4j_server.password, database=name)
        assert message == f"no graph can be kept in a database '{name}'; the server has neo4j"


@pytest.mark.neo4j
def test_the_port_of_the_browser_is_recognised(neo4j_server: Neo4jServer) -> None:
    if not neo4j_server.http:
        pytest.skip("of a server that was only named the HTTP port is not known")
    message = refusal(neo4j_server.http.replace("http", "bolt"))
    assert message.endswith("that is the port of Neo4j Browser: use bolt://127.0.0.1:7687")


@pytest.mark.neo4j
def test_a_server_without_tls_is_answered_with_the_plain_scheme(neo4j_server: Neo4jServer) -> None:
    message = refusal(neo4j_server.uri.replace("bolt://", "bolt+ssc://"), password=neo4j_server.password)
    assert f"for a server without TLS use {neo4j_server.uri}" in message


@pytest.mark.neo4j
def test_a_value_that_neo4j_cannot_keep_is_named(neo4j_clean: Neo4jServer) -> None:
    with pytest.raises(PushError, match="refuses, and says: Property values can only be of primitive types"):
        send(one_paper(url={"a": 1}), neo4j_clean)


class Relay:
    """A port that leads to another one until it is cut, as the mapped port of a container does."""

    def __init__(self, target: str) -> None:
        host, _, port = target.rpartition("/")[2].partition(":")
        self._target = (host, int(port))
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._open: list[socket.socket] = [self._listener]
        self.port = self._listener.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def cut(self) -> None:
        for one in self._open:
            # close() alone would not wake a thread that waits on the socket
            one.shutdown(socket.SHUT_RDWR)
            one.close()
        self._open.clear()

    def _accept(self) -> None:
        while True:
            try:
                near, _ = self._listener.accept()
            except OSError:
                return
            far = socket.create_connection(self._target)
            self._open += [near, far]
            for source, sink in ((near, far), (far, near)):
                threading.Thread(target=_pump, args=(source, sink), daemon=True).start()


def _pump(source: socket.socket, sink: socket.socket) -> None:
    try:
        while data := source.recv(65536):
            sink.sendall(data)
    except OSError:
        return


@pytest.mark.neo4j
def test_routing_to_a_single_server_behind_a_mapped_port_works(neo4j_clean: Neo4jServer) -> None:
    relay = Relay(neo4j_clean.uri)
    try:
        counts = send(one_paper(), neo4j_clean, uri=f"neo4j://127.0.0.1:{relay.port}")
    finally:
        relay.cut()
    assert counts.nodes_created == 1


@pytest.mark.neo4j
def test_a_lost_connection_says_that_the_next_push_goes_on(
    neo4j_clean: Neo4jServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("graph.push.server._RETRY_SECONDS", 0.0)
    relay = Relay(neo4j_clean.uri)
    graph = example_graph()
    with pytest.raises(PushError, match="what was sent is kept, and the next push sends the rest"):
        send(graph, neo4j_clean, uri=f"bolt://127.0.0.1:{relay.port}", progress=lambda *_: relay.cut())
    assert send(graph, neo4j_clean).nodes_created == graph.number_of_nodes() - 5
    assert neo4j_clean.ask("MATCH (p:Paper {id: $id}) RETURN p.stub", id=STUB)[0].value() is True
