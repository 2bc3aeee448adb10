// The association graph as Graph Data Science sees it: every typed atom that is still believed, with its number, its
// community and PageRank so far; edges undirected, inside one scope, weighted so that each scope weighs 1. An atom
// without a community is a community of its own, under its number: a seed that is missing, or used before, silently
// merges communities.
//
// mode: read
// param graph: STRING - name of the projection
// param scopes: LIST<MAP> - path and weight of each scope; its place is what an atom says of its scope
// returns projected: MAP | NULL - counts; null where there is no atom
CYPHER 25
UNWIND range(0, size($scopes) - 1) AS place
WITH place, $scopes[place] AS scope
MATCH (a:Atom {scope: scope.path})
USING INDEX SEEK a:Atom(scope, status)
WHERE a.status IN ['current', 'superseded'] AND a.number IS NOT NULL AND NOT a:Quarantined
OPTIONAL MATCH (a)-[r:ASSOCIATED]->(b:Semantic|Episodic|Procedural)
WHERE b.scope = scope.path AND b.number IS NOT NULL AND b.status <> 'retired' AND r.weight > 0
RETURN gds.graph.project($graph, a, b, {
  sourceNodeProperties: {number: a.number, scope: place, rank: coalesce(a.pagerank, -1.0),
                         noted: coalesce(a.strength, -1.0),
                         seed: CASE WHEN a.community >= 0 THEN a.community ELSE a.number END},
  targetNodeProperties: {number: b.number, scope: place, rank: coalesce(b.pagerank, -1.0),
                         noted: coalesce(b.strength, -1.0),
                         seed: CASE WHEN b.community >= 0 THEN b.community ELSE b.number END},
  relationshipProperties: {weight: r.weight / scope.weight}
}, {undirectedRelationshipTypes: ['*']}) AS projected
