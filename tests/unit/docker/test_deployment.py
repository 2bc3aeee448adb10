"""What docker/ holds, checked by the schemas of its formats and against what it runs."""

from __future__ import annotations

import json
import os
import re
import subprocess
from importlib.resources import files
from pathlib import Path
from typing import Any

import jsonschema
import kubernetes_validate
import pytest
import yaml

from gds_jobs.schedule import trigger_of
from mnemosaic.cli.app import app
from mnemosaic.settings import Settings

DOCKER = Path(__file__).parents[3] / "docker"


def loaded(name: str) -> Any:
    return yaml.safe_load((DOCKER / name).read_text("utf-8"))


def test_compose_is_valid() -> None:
    schema = files("check_jsonschema").joinpath("builtin_schemas", "vendor", "compose-spec.json").read_text("utf-8")
    jsonschema.validate(loaded("compose.yaml"), json.loads(schema))


def test_compose_has_the_plugin_health_checks_volumes_and_secrets_by_file() -> None:
    compose = loaded("compose.yaml")
    neo4j, jobs = compose["services"]["neo4j"], compose["services"]["jobs"]
    assert "graph-data-science" in neo4j["environment"]["NEO4J_PLUGINS"]
    assert neo4j["healthcheck"]
    assert jobs["healthcheck"]
    assert jobs["depends_on"]["neo4j"]["condition"] == "service_healthy"
    assert {volume.split(":")[0] for volume in neo4j["volumes"]} == set(compose["volumes"])
    assert all("file" in secret for secret in compose["secrets"].values())
    assert all(port.startswith("127.0.0.1:") for port in neo4j["ports"])
    assert "PASSWORD" not in " ".join(key for key in jobs["environment"] if not key.endswith("_FILE"))


def test_the_cron_job_is_valid_for_kubernetes() -> None:
    manifest = loaded("cronjob.yaml")
    kubernetes_validate.validate(manifest, "1.31", strict=True)
    broken = {**manifest, "spec": {**manifest["spec"], "schedules": "* * * * *"}}
    with pytest.raises(kubernetes_validate.ValidationError):
        kubernetes_validate.validate(broken, "1.31", strict=True)


def test_the_cron_job_never_runs_twice_at_once_and_holds_no_secret() -> None:
    spec = loaded("cronjob.yaml")["spec"]
    assert spec["concurrencyPolicy"] == "Forbid"
    container = spec["jobTemplate"]["spec"]["template"]["spec"]["containers"][0]
    assert all(item["name"].endswith("_FILE") for item in container["env"] if "PASSWORD" in item["name"])
    assert trigger_of(spec["schedule"])


def commands() -> list[list[str]]:
    compose, cron = loaded("compose.yaml"), loaded("cronjob.yaml")
    container = cron["spec"]["jobTemplate"]["spec"]["template"]["spec"]["containers"][0]
    lines = (DOCKER / "crontab").read_text("utf-8").splitlines()
    by_cron = [line.split("mnemosaic jobs ")[1].split() for line in lines if "mnemosaic jobs " in line]
    default = re.search(r"^CMD (\[.*\])$", (DOCKER / "Dockerfile").read_text("utf-8"), re.MULTILINE)
    assert default
    return [compose["services"]["jobs"]["command"], container["args"], json.loads(default[1]), *by_cron]


@pytest.mark.parametrize("arguments", commands(), ids=" ".join)
def test_the_commands_are_ones_that_there_are(arguments: list[str]) -> None:
    import typer

    command: Any = typer.main.get_command(app)
    jobs = command.commands["jobs"]
    name, *rest = arguments
    context = jobs.commands[name].make_context(name, list(rest), resilient_parsing=False)
    assert context.command.name == name
    if "when" in context.params:
        assert trigger_of(context.params["when"])


def test_the_lines_for_cron_are_ones() -> None:
    lines = (DOCKER / "crontab").read_text("utf-8").splitlines()
    fields = [line.split(None, 6) for line in lines if line[:1] in "*0123456789" and line]
    assert len(fields) == 2
    for line in fields:
        trigger_of(" ".join(line[:5]))
        assert line[5] == "mnemosaic"


def test_the_environment_is_made_of_settings() -> None:
    compose, cron = loaded("compose.yaml"), loaded("cronjob.yaml")
    container = cron["spec"]["jobTemplate"]["spec"]["template"]["spec"]["containers"][0]
    names = {*compose["services"]["jobs"]["environment"], *(item["name"] for item in container["env"])}
    for name in names:
        field = name.removeprefix("MNEMOSAIC_").removesuffix("_FILE").lower()
        assert field in Settings.model_fields


def test_secrets_come_from_files(tmp_path: Path) -> None:
    secret = tmp_path / "password"
    secret.write_text("s3cret $x `y`\n", "utf-8")
    environment = {"PATH": os.environ["PATH"], "MNEMOSAIC_PASSWORD_FILE": str(secret)}
    run = subprocess.run([DOCKER / "with-secrets", "env"], env=environment, capture_output=True, text=True, check=True)
    assert "MNEMOSAIC_PASSWORD=s3cret $x `y`" in run.stdout.splitlines()
    assert "_FILE" not in run.stdout


def test_the_style_sheet_colours_every_type() -> None:
    text = (DOCKER / "browser.grass").read_text("utf-8")
    rules = set(re.findall(r"^node\.(\w+) \{", text, re.MULTILINE))
    assert {"Semantic", "Episodic", "Procedural", "Quarantined", "Entity", "Turn", "Community"} <= rules
    assert text.count("{\n") == text.count("\n}")
