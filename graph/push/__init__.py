"""The graph in a Neo4j server: sent in batches, as often as wanted, beside whatever else is there.

Every node and edge of ours has the property `made_by = 'citegraph'`, and the uniqueness constraints are on `id` and
`made_by` together. So a node of somebody else, even one with our label and our id, is never matched, changed or bound.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from cypher import read_query
from graph.push.errors import PushError
from graph.push.rows import batches, edge_rows, node_rows
from graph.push.server import connected, constrain, run

if TYPE_CHECKING:
    from collections.abc import Callable

    import networkx as nx

__all__ = ["PushCounts", "PushError", "push"]


@dataclass(frozen=True, slots=True)
class PushCounts:
    """What a push sent, and what of it was new to the server.

    Attributes:
        nodes: Sent, whether new or not.
        relationships: Sent, whether new or not.
        properties_set: Zero when everything was there already.
    """

    nodes: int
    relationships: int
    nodes_created: int
    relationships_created: int
    properties_set: int


def push(
    graph: nx.MultiDiGraph[str],
    *,
    uri: str,
    user: str,
    password: str | None,
    database: str | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> PushCounts:
    """Send the graph to a Neo4j server: the constraints, then the nodes, then the edges.

    A second push of the same graph writes nothing, and one that was stopped is made whole by the next. Nothing is ever
    deleted.

    Args:
        graph: As `graph.build` makes it; attributes that the schema has not stay here.
        uri: As `bolt://localhost:7687`.
        user: As `neo4j`.
        password: None for a server that asks for none.
        database: None for the user's own.
        progress: Called after every batch with the rows sent so far and the rows in all.

    Raises:
        PushError: The graph holds what the schema has not, or the server cannot be reached or refuses.
    """
    parts = [*node_rows(graph), *edge_rows(graph)]
    nodes, edges = graph.number_of_nodes(), graph.number_of_edges()
    done = nodes_created = edges_created = properties_set = 0
    with connected(uri, user=user, password=password, database=database) as driver:
        constrain(driver, database)
        for query, rows in parts:
            text = read_query(query)
            for batch in batches(rows):
                counters = run(driver, text, database, rows=batch)
                nodes_created += counters.nodes_created
                edges_created += counters.relationships_created
                properties_set += counters.properties_set
                done += len(batch)
                if progress:
                    progress(done, nodes + edges)
    return PushCounts(nodes, edges, nodes_created, edges_created, properties_set)
