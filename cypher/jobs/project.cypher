// The association graph as Graph Data Science sees it: every typed atom that is still believed, with its number, its
// community and PageRank so far; edges undirected, weighted, inside one scope. An atom without a community is a community
// of its own, under its number: a seed that is missing, or used before, silently merges communities.
//
// mode: write
// param graph: STRING - name of the projection
// returns projected: MAP | NULL - counts; null where there is no atom
CYPHER 25
MATCH (a:Semantic|Episodic|Procedural)
WHERE a.number IS NOT NULL AND a.status <> 'retired'
OPTIONAL MATCH (a)-[r:ASSOCIATED]->(b:Semantic|Episodic|Procedural)
WHERE b.scope = a.scope AND b.number IS NOT NULL AND b.status <> 'retired' AND r.weight > 0
RETURN gds.graph.project($graph, a, b, {
  sourceNodeProperties: {number: a.number, seed: CASE WHEN a.community >= 0 THEN a.community ELSE a.number END,
                         rank: coalesce(a.pagerank, -1.0)},
  targetNodeProperties: {number: b.number, seed: CASE WHEN b.community >= 0 THEN b.community ELSE b.number END,
                         rank: coalesce(b.pagerank, -1.0)},
  relationshipProperties: r {.weight}
}, {undirectedRelationshipTypes: ['*']}) AS projected
