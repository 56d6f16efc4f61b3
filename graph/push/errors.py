"""What can go wrong between here and Neo4j, each as one line that says what to do."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from urllib.parse import SplitResult

    from neo4j.exceptions import DriverError, Neo4jError

NO_DATABASE = "Neo.ClientError.Database.DatabaseNotFound"
_BAD_LOGIN = "Neo.ClientError.Security.Unauthorized"
_LOCKED_OUT = "Neo.ClientError.Security.AuthenticationRateLimit"
_EXPIRED = "Neo.ClientError.Security.CredentialsExpired"
_BOLT = 7687
_BROWSER = (7474, 7473)


class PushError(Exception):
    """The graph could not be sent; the message is one line that says what to do."""


def bolt_address(host: str, port: int | None, *, security: str = "") -> str:
    """Return the Bolt address of a server; the ports of Neo4j Browser give way to Bolt's own."""
    place = f"[{host}]" if ":" in host else host
    return f"bolt{security}://{place}:{_BOLT if port is None or port in _BROWSER else port}"


def refused(error: Neo4jError, *, address: SplitResult, user: str) -> str:
    """Say what the server refuses."""
    where = f"Neo4j at {address.geturl()}"
    login = f"(user {user!r}): check NEO4J_USERNAME and NEO4J_PASSWORD; a Docker volume keeps the first password"
    if error.code == _BAD_LOGIN:
        return f"{where} refuses the user or the password {login}"
    if error.code == _LOCKED_OUT:
        return f"{where} takes no password for some seconds, after too many wrong ones {login}"
    if error.code == _EXPIRED:
        return f"{where} wants a new password for user {user!r} first: set one in Neo4j Browser"
    return f"{where} refuses, and says: {told(error)}"


def unreachable(error: DriverError, *, address: SplitResult, started: bool) -> str:
    """Say that the server does not answer, or no longer."""
    scheme, plus, security = address.scheme.partition("+")
    host, port = address.hostname or "localhost", address.port
    hints = ["is it running? `docker compose up -d --wait` starts it"]
    if "HTTP" in str(error):
        hints = [f"that is the port of Neo4j Browser: use {bolt_address(host, None)}"]
    if security:
        hints.append(f"for a server without TLS use {scheme}://{address.netloc}")
    if scheme == "neo4j":
        hints.append(f"for a single server use {bolt_address(host, port, security=plus + security)}")
    if started:
        hints.append("what was sent is kept, and the next push sends the rest")
    return f"cannot reach Neo4j at {address.geturl()}: {'; '.join(hints)}"


def told(error: Neo4jError) -> str:
    """Return what the server says, as one line."""
    return (error.message or error.code or "no reason").strip().splitlines()[0]
