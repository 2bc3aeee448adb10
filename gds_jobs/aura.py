"""The algorithms in a session of Aura Graph Analytics: for a database that has no Graph Data Science of its own.

The graph is read by our own statements and built in the session, so that the database needs nothing; the session is
deleted at the end, since it is paid for by the hour. Checked against a fake of the client only.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gds_jobs.algorithms import Algorithms
from gds_jobs.client import Client
from mnemosaic.errors import AlgorithmsMissingError, SettingsError
from mnemosaic.graph import Graph, Row
from mnemosaic.settings import Settings

NAME = "mnemosaic-jobs"
IDLE = timedelta(minutes=30)
PAGE = 10_000
EDGE = "ASSOCIATED"
PROPERTIES = 8


class AuraClient(Client):
    """`Algorithms` in a session. `sessions` is the client's `GdsSessions`, `gds` the session."""

    def __init__(self, graph: Graph, gds: Any, sessions: Any, memory: str) -> None:
        """`memory` is that of the session, such as 4GB."""
        super().__init__(graph, gds)
        self._sessions = sessions
        self._memory = memory

    def free_bytes(self) -> int | None:
        """See `Algorithms`: what the session was made with."""
        return gigabytes(self._memory)

    def estimate(self, algorithm: str, nodes: int, edges: int) -> int:
        """See `Algorithms`: the smallest session that would do."""
        name = algorithm.replace("_", "")
        with self.translated(f"{algorithm}.estimate"):
            found = self._sessions.estimate(
                nodes, edges, algorithms=[name], node_property_count=PROPERTIES, relationship_property_count=1
            )
        return gigabytes(str(found.value))

    def project(self, graph: str, scopes: Sequence[Row]) -> int:
        """See `Algorithms`."""
        import pandas

        place = {row["path"]: at for at, row in enumerate(scopes)}
        weight = {row["path"]: row["weight"] for row in scopes}
        nodes, edges = [], []
        after = -1
        while rows := self._graph.read("jobs/graph_atoms", after=after, limit=PAGE):
            after = rows[-1]["number"]
            # a scope that was made since the weights were read waits for the next round
            rows = [row for row in rows if row["scope"] in place]
            nodes += [{**row, "nodeId": row["number"], "scope": place[row["scope"]]} for row in rows]
            scope = {row["number"]: row["scope"] for row in rows}
            for edge in self._graph.read("jobs/graph_edges", numbers=list(scope)):
                share = edge["weight"] / (weight[scope[edge["source"]]] or 1.0)
                edges.append((edge["source"], edge["target"], EDGE, share))
        if not nodes:
            return 0
        known = {node["nodeId"] for node in nodes}
        columns = ["sourceNodeId", "targetNodeId", "relationshipType", "weight"]
        frame = pandas.DataFrame([edge for edge in edges if edge[1] in known], columns=columns)
        with self.translated("construct"):
            self._gds.graph.construct(
                graph, pandas.DataFrame(nodes), frame if len(frame) else None, undirected_relationship_types=[EDGE]
            )
        return len(nodes)

    def stream(self, graph: str, properties: Sequence[str]) -> dict[str, NDArray[np.float64]]:
        """See `Algorithms`: by the client, which reads the session's columns as they are."""
        with self.translated("stream"):
            frame = self._gds.graph.node_properties.stream(self._gds.graph.get(graph), list(properties))
        return {name: frame[name].to_numpy(dtype=np.float64) for name in properties}

    def close(self) -> None:
        """See `Algorithms`: delete the session."""
        with self.translated("delete the session"):
            self._gds.delete()


def gigabytes(memory: str) -> int:
    """Bytes of a session's memory, such as 4GB. Raises `SettingsError`."""
    number = memory.upper().removesuffix("GB")
    if not number.isdecimal():
        raise SettingsError(f"the setting aura_memory is invalid: {memory!r} is no size such as 4GB")
    return int(number) * 1024**3


def connect(graph: Graph, settings: Settings) -> Algorithms:
    """A session for the jobs, made as the settings say. Raises `AlgorithmError` where Aura refuses."""
    if settings.aura_client_id is None or settings.aura_client_key is None or settings.aura_region is None:
        raise SettingsError("Aura Graph Analytics needs aura_client_id, aura_client_key and aura_region")
    try:
        from graphdatascience import GdsSessions
        from graphdatascience.session import AuraAPICredentials, CloudLocation
    except ModuleNotFoundError as error:
        raise AlgorithmsMissingError(
            f"the jobs need {error.name}, which is not installed: run pip install 'mnemosaic[jobs]'"
        ) from error
    secret = settings.aura_client_key.get_secret_value()
    gigabytes(settings.aura_memory)
    begun = Client(graph, None)
    with begun.translated("connect to Aura"):
        sessions = GdsSessions(AuraAPICredentials(settings.aura_client_id, secret, settings.aura_project))
        place = CloudLocation(settings.aura_provider, settings.aura_region)
        session = sessions.get_or_create(
            NAME, settings.aura_memory, ttl=IDLE, cloud_location=place, show_progress=False
        )
    return AuraClient(graph, session, sessions, settings.aura_memory)
