"""Checks of the graph: server, algorithms, indexes, schema, model, exemplars, labels, derived facts."""

from __future__ import annotations

from collections.abc import Iterator

from mnemosaic import schema, statements
from mnemosaic.checkup.findings import Finding, error, good, warning
from mnemosaic.errors import AuthError, MnemosaicError
from mnemosaic.graph import Graph
from mnemosaic.models.protocols import Embedder

SHOWN = 5
JOBS = ("associations", "communities", "centrality", "centroids")


def findings(graph: Graph, embedder: Embedder | None) -> Iterator[Finding]:
    """The checks of a graph that answers, in order."""
    yield algorithms(graph)
    versions = {row["name"]: row["checksum"] for row in graph.read("inspect/schema_versions")}
    if not versions:
        yield good("schema", "none yet: it is made when a memory is first opened")
        return
    yield migrations(versions)
    yield indexes(graph)
    yield model(graph, embedder)
    yield exemplars(graph, embedder)
    yield labels(graph)
    yield derived(graph)


def algorithms(graph: Graph) -> Finding:
    """The version of Graph Data Science, or what its lack means."""
    if not graph.schema("inspect/gds_functions"):
        return warning(
            "gds",
            "Graph Data Science is not installed on the server",
            "remember and recall work without it; communities and PageRank are not computed until its plugin is added",
        )
    return good("gds", f"Graph Data Science {graph.read('inspect/gds_version')[0]['version']}")


def migrations(applied: dict[str, str]) -> Finding:
    """Whether the graph's schema is the one of this engine."""
    known = {name: schema.checksum(name) for name in statements.names("schema")}
    unknown = sorted(applied.keys() - known.keys())
    changed = sorted(name for name in applied.keys() & known.keys() if applied[name] != known[name])
    missing = sorted(known.keys() - applied.keys())
    if unknown:
        return error("schema", f"made by a newer engine: {_some(unknown)} is not known here", "use the newer Mnemosaic")
    if changed:
        return error(
            "schema", f"changed after it was applied: {_some(changed)}", "restore these files of cypher/schema"
        )
    if missing:
        return warning("schema", f"lacks {_some(missing)}", "it is brought up to date when a memory is next opened")
    return good("schema", f"version {max(known).partition('/')[2].partition('_')[0]}, {len(known)} migrations")


def indexes(graph: Graph) -> Finding:
    """Whether every index is there and online."""
    found = {row["name"]: row["state"] for row in graph.schema("inspect/indexes")}
    wanted = [name.partition("/")[2].partition("_")[2] for name in statements.names("schema")]
    missing = [name for name in wanted if name not in found]
    offline = [f"{name} ({state.lower()})" for name, state in found.items() if state != "ONLINE"]
    if missing:
        return error("indexes", f"missing: {_some(missing)}", "open a memory; after a stopped reembed run it again")
    if any("populating" in name for name in offline):
        return warning("indexes", f"not online: {_some(offline)}", "they are being built: wait, and look again")
    if offline:
        return error(
            "indexes", f"not online: {_some(offline)}", "drop them and run mnemosaic reembed; see the server's log"
        )
    return good("indexes", f"{len(found)}, all online")


def model(graph: Graph, embedder: Embedder | None) -> Finding:
    """Whether the graph's vectors are of the configured model."""
    rows = graph.read("lifecycle/reembed_state")
    if not rows:
        return good("model", "none yet: the graph takes that of the first memory that is opened on it")
    row = rows[0]
    stored = f"{row['name']}, {row['dimensions']} dimensions"
    if row["next_name"]:
        again = f"finish it: mnemosaic reembed --embedder {row['next_name']}"
        return error("model", f"a change from {stored} to {row['next_name']} is not finished", again)
    if embedder is None:
        return warning("model", f"{stored}; not compared, since the configured one cannot be used", "see embedder")
    if (row["name"], row["dimensions"]) != (embedder.name, embedder.dimensions):
        choices = f"set MNEMOSAIC_EMBEDDER={row['name']}, or change the graph: mnemosaic reembed"
        return error("model", f"the graph has {stored}, configured is {embedder.name}, {embedder.dimensions}", choices)
    return good("model", stored)


def exemplars(graph: Graph, embedder: Embedder | None) -> Finding:
    """How many exemplars teach each task, and whether the configured model embedded them."""
    rows = graph.read("inspect/exemplars")
    if not rows:
        return warning("exemplars", "none", "they are put into the graph when a memory is next opened")
    other = sum(row["exemplars"] for row in rows if embedder is not None and row["model"] != embedder.name)
    counts: dict[str, int] = {}
    for row in rows:
        counts[row["task"]] = counts.get(row["task"], 0) + row["exemplars"]
    detail = ", ".join(f"{count} for {task}" for task, count in sorted(counts.items()))
    if other:
        return warning("exemplars", f"{detail}; {other} of another model do not count", "mnemosaic reembed renews them")
    return good("exemplars", detail)


def labels(graph: Graph) -> Finding:
    """Whether each atom carries exactly one type."""
    rows = graph.read("inspect/labels")
    if rows:
        named = _some([f"{row['id']} ({', '.join(row['labels'])})" for row in rows])
        return error("labels", f"atoms without exactly one type: {named}", "report it, with the atom's history")
    return good("labels", "every atom carries exactly one type")


def derived(graph: Graph) -> Finding:
    """How fresh what the jobs derive is."""
    state = graph.read("jobs/state", jobs=list(JOBS))[0]
    done = [row["finished_at"] for row in state["progress"]]
    changed = f"{state['dirty'] + max(row['waiting'] for row in state['progress']):,} of {state['atoms']:,} atoms"
    if state["atoms"] and not all(done):
        never = [row["name"] for row in state["progress"] if not row["finished_at"]]
        return warning("derived", f"never computed: {_some(never)}", "mnemosaic jobs run, or jobs schedule")
    if not state["atoms"]:
        return good("derived", "nothing to derive yet")
    return good("derived", f"{changed} changed since the jobs ran, last at {min(done)}")


def unreachable(problem: MnemosaicError) -> Finding:
    """The finding of a server that does not answer, or not to us."""
    refused = isinstance(problem, AuthError)
    hint = "check user and password: MNEMOSAIC_USER and MNEMOSAIC_PASSWORD" if refused else str(problem)
    return error("server", "cannot be used, so the graph was not checked", hint)


def _some(names: list[str]) -> str:
    more = f" and {len(names) - SHOWN} more" if len(names) > SHOWN else ""
    return ", ".join(names[:SHOWN]) + more
