"""The one door to Neo4j: connect, constrain, run."""

from __future__ import annotations

import logging
from contextlib import contextmanager
from typing import TYPE_CHECKING
from urllib.parse import SplitResult, urlsplit

from cypher import read_query
from graph.push.errors import NO_DATABASE, PushError, bolt_address, refused, told, unreachable

if TYPE_CHECKING:
    from collections.abc import Iterator

    from neo4j import Driver, SummaryCounters

_SCHEMES = ("bolt", "bolt+s", "bolt+ssc", "neo4j", "neo4j+s", "neo4j+ssc")
_CONNECT_SECONDS = 5.0
_ANSWER_SECONDS = 10.0
_RETRY_SECONDS = 15.0


@contextmanager
def connected(uri: str, *, user: str, password: str | None, database: str | None) -> Iterator[Driver]:
    """Give a driver that has reached the server.

    Raises:
        PushError: The address is none, the server is not reached, or it refuses something now or later.
    """
    from neo4j import GraphDatabase
    from neo4j.exceptions import DriverError, Neo4jError

    address = checked_address(uri)
    auth = None if password is None else (user, password)
    started = False
    with _quiet_log():
        try:
            with GraphDatabase.driver(
                address.geturl(),
                auth=auth,
                connection_timeout=_CONNECT_SECONDS,
                connection_acquisition_timeout=_ANSWER_SECONDS,
                max_transaction_retry_time=_RETRY_SECONDS,
            ) as driver:
                _reach(driver)
                _need_database(driver, database)
                started = True
                yield driver
        except Neo4jError as error:
            raise PushError(refused(error, address=address, user=user)) from error
        except DriverError as error:
            raise PushError(unreachable(error, address=address, started=started)) from error


def checked_address(uri: str) -> SplitResult:
    """Return the address in its parts.

    Raises:
        PushError: The driver takes no such address, or it holds a password, which would then stand in every message.
    """
    if "@" in uri:
        raise PushError("the address holds a user or password: give them as NEO4J_USERNAME and NEO4J_PASSWORD")
    try:
        parts = urlsplit(uri if "://" in uri else f"//{uri}")
        better = bolt_address(parts.hostname or "localhost", parts.port)
    except ValueError as error:
        raise PushError("no address of a Neo4j server: use one like bolt://localhost:7687") from error
    known = parts.scheme in _SCHEMES and parts.hostname
    if not known or parts.query or parts.fragment or parts.path.strip("/"):
        raise PushError(f"{uri!r} is no address of a Neo4j server: use {better}")
    return parts


def constrain(driver: Driver, database: str | None) -> None:
    """Make the constraints that keep ids single and put every match on an index, where they are not there already.

    Raises:
        PushError: The server refuses one; without them a push would be slow and could double nodes.
    """
    from neo4j.exceptions import ClientError, DatabaseError

    for statement in read_query("constraints").split(";"):
        if not statement.strip():
            continue
        try:
            run(driver, statement, database)
        except (ClientError, DatabaseError) as error:
            raise PushError(
                f"nothing was sent: Neo4j refuses a constraint on our ids, and says: {told(error)}"
            ) from error


def run(driver: Driver, text: str, database: str | None, **parameters: object) -> SummaryCounters:
    """Run one statement in a transaction of its own, which the driver repeats when the server asks for that."""
    return driver.execute_query(text, parameters, database_=database).summary.counters


def _reach(driver: Driver) -> None:
    from neo4j.exceptions import ServiceUnavailable

    try:
        driver.verify_connectivity()
    except ValueError as error:  # so say drivers before 6 of a host name that nobody has
        raise ServiceUnavailable(str(error)) from error


def _need_database(driver: Driver, database: str | None) -> None:
    from neo4j.exceptions import ClientError

    try:
        run(driver, "RETURN 1", database)
    except ClientError as error:
        if error.code != NO_DATABASE and database != "system":
            raise
        records, _, _ = driver.execute_query("SHOW DATABASES YIELD name ORDER BY name", database_="system")
        names = ", ".join(record["name"] for record in records if record["name"] != "system")
        raise PushError(f"no graph can be kept in a database {database!r}; the server has {names}") from error


@contextmanager
def _quiet_log() -> Iterator[None]:
    # Where the application configures no logging, Python would put the driver's own lines on the user's terminal.
    log, quiet = logging.getLogger("neo4j"), logging.NullHandler()
    log.addHandler(quiet)
    try:
        yield
    finally:
        log.removeHandler(quiet)
