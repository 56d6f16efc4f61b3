"""The session's Neo4j: the one that KG_TEST_NEO4J_URI names, else a real one of our own on free ports."""

from __future__ import annotations

import os
import secrets
import signal
import socket
import subprocess
import time
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.client import HTTPConnection
from typing import TYPE_CHECKING, Any

import pytest

from tests.neo4j.jars import JarsError, fetch

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from neo4j import Driver, Record

_START_SECONDS = 180
_STOP_SECONDS = 60
_JAVA = (
    # a compiler and a collector for short lives: half the processor time
    *("java", "-Xmx512m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"),
    *(f"--add-opens=java.base/{part}=ALL-UNNAMED" for part in ("java.nio", "java.io", "java.lang", "sun.nio.ch")),
)
# Ends the server as soon as its standard input closes: that happens however the tests end, even when they are killed.
_KEEPER = """
exec 3<&0
"$@" 3<&- </dev/null & server=$!
{ cat <&3; kill "$server"; } >/dev/null 2>&1 &
exec 3<&-
wait "$server"
"""


@dataclass(frozen=True, slots=True)
class Neo4jServer:
    """Where a server is and how to log in.

    Attributes:
        http: Where Neo4j Browser is; empty for a server that was only named.
    """

    uri: str
    user: str
    password: str = field(repr=False)
    http: str = ""

    @contextmanager
    def driver(self) -> Iterator[Driver]:
        """Give a driver of the test's own, to look at what is there."""
        from neo4j import GraphDatabase

        with GraphDatabase.driver(self.uri, auth=(self.user, self.password)) as driver:
            yield driver

    def ask(self, text: str, **parameters: Any) -> list[Record]:
        """Run one statement and return its rows."""
        with self.driver() as driver:
            return driver.execute_query(text, parameters).records

    def clear(self) -> None:
        """Take out every node; constraints stay, since making them costs a second."""
        self.ask("MATCH (n) DETACH DELETE n")

    def drop_constraints(self) -> None:
        """Take out every constraint, as in a database that nothing was pushed to."""
        for record in self.ask("SHOW CONSTRAINTS YIELD name"):
            self.ask(f"DROP CONSTRAINT `{record['name']}`")


@pytest.fixture(scope="session")
def neo4j_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Neo4jServer]:
    """A real Neo4j server, started once for all tests that want one."""
    from tests.conftest import missing

    if uri := os.environ.get("KG_TEST_NEO4J_URI"):
        yield Neo4jServer(uri, "neo4j", os.environ.get("KG_TEST_NEO4J_PASSWORD", ""))
        return
    try:
        lib = fetch()
    except JarsError as error:
        missing(str(error))
        raise
    with running(lib, tmp_path_factory.mktemp("neo4j")) as server:
        yield server


@pytest.fixture
def neo4j_clean(neo4j_server: Neo4jServer) -> Neo4jServer:
    """The server without a node in it."""
    neo4j_server.clear()
    return neo4j_server


@contextmanager
def running(lib: Path, home: Path) -> Iterator[Neo4jServer]:
    """Run a server in a new folder until the caller is done with it."""
    bolt, http = _free_ports()
    server = Neo4jServer(f"bolt://127.0.0.1:{bolt}", "neo4j", secrets.token_hex(12), f"http://127.0.0.1:{http}")
    log = home / "server.log"
    environment = _settle(home, bolt=bolt, http=http)
    java = (*_JAVA, "-cp", f"{lib}/*")
    admin = (*java, "org.neo4j.server.startup.Neo4jAdminCommand", "dbms", "set-initial-password", server.password)
    start = (*java, "org.neo4j.server.CommunityEntryPoint", f"--home-dir={home}", f"--config-dir={home / 'conf'}")
    with log.open("w", encoding="utf-8") as out:
        if subprocess.run(admin, env=environment, stdin=subprocess.DEVNULL, stdout=out, stderr=out).returncode:
            pytest.fail(_told(log))
        keeper = subprocess.Popen(
            ("bash", "-c", _KEEPER, "keeper", *start),
            env=environment,
            stdin=subprocess.PIPE,
            stdout=out,
            stderr=out,
            start_new_session=True,  # Ctrl-C is for the tests, which then end the server
        )
    try:
        _wait_until_ready(server, keeper, log)
        yield server
    finally:
        _stop(keeper)


def _stop(keeper: subprocess.Popen[bytes]) -> None:
    if keeper.stdin:
        keeper.stdin.close()
    try:
        keeper.wait(timeout=_STOP_SECONDS)
    except subprocess.TimeoutExpired:
        os.killpg(keeper.pid, signal.SIGKILL)  # the keeper's own group: itself and the server


def _told(log: Path) -> str:
    return f"Neo4j did not start:\n{log.read_text(encoding='utf-8')[-3000:]}"


def _free_ports() -> tuple[int, int]:
    with socket.create_server(("127.0.0.1", 0)) as one, socket.create_server(("127.0.0.1", 0)) as two:
        return one.getsockname()[1], two.getsockname()[1]


def _settle(home: Path, *, bolt: int, http: int) -> dict[str, str]:
    conf = home / "conf"
    conf.mkdir()
    settings = (
        "server.default_listen_address=127.0.0.1",
        f"server.bolt.listen_address=127.0.0.1:{bolt}",
        f"server.bolt.advertised_address=127.0.0.1:{bolt}",
        f"server.http.listen_address=127.0.0.1:{http}",
        "server.memory.pagecache.size=128m",
        "dbms.usage_report.enabled=false",
    )
    (conf / "neo4j.conf").write_text("\n".join(settings) + "\n", encoding="utf-8")
    return os.environ | {"NEO4J_HOME": str(home), "NEO4J_CONF": str(conf)}


def _wait_until_ready(server: Neo4jServer, keeper: subprocess.Popen[bytes], log: Path) -> None:
    until = time.monotonic() + _START_SECONDS
    while not _answers(server):
        if keeper.poll() is not None or time.monotonic() > until:
            pytest.fail(_told(log))
        time.sleep(0.5)


def _answers(server: Neo4jServer) -> bool:
    from neo4j.exceptions import DriverError

    web = HTTPConnection(server.http.partition("//")[2], timeout=5)
    try:
        web.request("GET", "/")
        web.getresponse()
        with server.driver() as driver:
            driver.verify_connectivity()
    except (OSError, DriverError):
        return False
    finally:
        web.close()
    return True
