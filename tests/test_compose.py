from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import yaml

from tests.conftest import missing

if TYPE_CHECKING:
    from tests.neo4j.server import Neo4jServer

FILE = Path(__file__).resolve().parents[1] / "docker-compose.yml"
PASSWORD = re.compile(r"neo4j/\$\{KG_NEO4J_PASSWORD:\?.*at least 8 characters\}")


@pytest.fixture
def service() -> dict[str, Any]:
    (only,) = yaml.safe_load(FILE.read_text(encoding="utf-8"))["services"].values()
    assert isinstance(only, dict)
    return only


def compose(*arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    docker = shutil.which("docker")
    if not docker or subprocess.run([docker, "compose", "version"], capture_output=True).returncode:
        pytest.skip("needs Docker's client with its compose plugin (no engine)")
    ours = {name: value for name, value in os.environ.items() if not name.startswith(("KG_", "NEO4J_"))}
    command = [docker, "compose", "--file", str(FILE), *arguments]
    return subprocess.run(command, env=ours | variables, capture_output=True, text=True, check=False)


def settled(**variables: str) -> dict[str, Any]:
    done = compose("config", "--format", "json", **{"KG_NEO4J_PASSWORD": "a-long-password"} | variables)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)["services"]["neo4j"]
    assert isinstance(found, dict)
    return found


def test_the_image_is_the_community_edition_of_the_long_term_line(service: dict[str, Any]) -> None:
    assert service["image"] == "neo4j:5.26-community"


def test_the_password_is_asked_for_and_its_rule_is_said(service: dict[str, Any]) -> None:
    assert PASSWORD.fullmatch(service["environment"]["NEO4J_AUTH"])


def test_nothing_that_the_client_reads_is_in_the_container(service: dict[str, Any]) -> None:
    assert not {"NEO4J_URI", "NEO4J_USERNAME", "NEO4J_PASSWORD", "NEO4J_DATABASE"} & set(service["environment"])
    assert "env_file" not in service


def test_every_other_variable_is_a_setting_that_neo4j_knows(service: dict[str, Any]) -> None:
    assert set(service["environment"]) == {"NEO4J_AUTH", "NEO4J_server_bolt_advertised__address"}


def test_only_this_machine_reaches_the_ports_and_they_can_be_moved(service: dict[str, Any]) -> None:
    assert service["ports"] == ["127.0.0.1:${KG_BOLT_PORT:-7687}:7687", "127.0.0.1:${KG_HTTP_PORT:-7474}:7474"]


def test_the_data_is_in_a_named_volume_and_never_in_the_checkout(service: dict[str, Any]) -> None:
    document = yaml.safe_load(FILE.read_text(encoding="utf-8"))
    assert [volume.partition(":")[0] for volume in service["volumes"]] == list(document["volumes"])


def test_the_health_check_needs_no_curl_and_no_password(service: dict[str, Any]) -> None:
    command = " ".join(service["healthcheck"]["test"])
    assert "wget" in command
    assert not re.search(r"curl|PASSWORD|AUTH", command)


@pytest.mark.neo4j
def test_the_health_check_tells_a_neo4j_that_answers_from_one_that_does_not(
    service: dict[str, Any], neo4j_server: Neo4jServer
) -> None:
    if not shutil.which("wget"):
        missing("needs wget: apt-get install wget")
    if not neo4j_server.http:
        pytest.skip("of a server that was only named the HTTP port is not known")
    _, command = service["healthcheck"]["test"]
    for address, healthy in ((neo4j_server.http, True), ("http://127.0.0.1:1", False)):
        done = subprocess.run(["sh", "-c", command.replace("http://127.0.0.1:7474", address)], capture_output=True)
        assert (done.returncode == 0) is healthy


def test_the_health_check_gives_up_only_after_two_minutes(service: dict[str, Any]) -> None:
    check = service["healthcheck"]
    assert int(check["retries"]) * int(check["interval"].rstrip("s")) >= 120


def test_docker_puts_the_password_only_into_the_login() -> None:
    environment = settled(NEO4J_PASSWORD="of-the-client", NEO4J_URI="bolt://elsewhere")["environment"]
    assert environment["NEO4J_AUTH"] == "neo4j/a-long-password"
    assert not {"NEO4J_PASSWORD", "NEO4J_URI"} & set(environment)


def test_docker_moves_the_ports_and_what_neo4j_tells_of_them() -> None:
    moved = settled(KG_BOLT_PORT="17687", KG_HTTP_PORT="17474")
    ports = [(port["host_ip"], port["published"], port["target"]) for port in moved["ports"]]
    assert ports == [("127.0.0.1", "17687", 7687), ("127.0.0.1", "17474", 7474)]
    assert moved["environment"]["NEO4J_server_bolt_advertised__address"] == "localhost:17687"


def test_docker_refuses_to_start_without_a_password() -> None:
    done = compose("config")
    assert done.returncode != 0
    assert "at least 8 characters" in done.stderr
