// Scopes that hold atoms, with the weight of all association edges in each. Divided by it, the edges of every scope weigh
// the same in a projection, so that the communities of one do not depend on how large the others are.
//
// mode: read
// param paths: LIST<STRING> | NULL - the scopes; null for all
// returns path: STRING
// returns atoms: INTEGER
// returns edges: INTEGER
// returns weight: FLOAT - 0.0 where nothing is joined
CYPHER 25
MATCH (s:Scope)
WHERE $paths IS NULL OR s.path IN $paths
CALL (s) {
  MATCH (a:Atom {scope: s.path})
  USING INDEX SEEK a:Atom(scope, status)
  WHERE a.status IN ['current', 'superseded'] AND a.number IS NOT NULL AND NOT a:Quarantined
  OPTIONAL MATCH (a)-[r:ASSOCIATED]->(b:Semantic|Episodic|Procedural)
  WHERE b.scope = s.path AND b.number IS NOT NULL AND b.status <> 'retired' AND r.weight > 0
  WITH a, count(r) AS edges, sum(r.weight) AS weight
  RETURN count(a) AS atoms, sum(edges) AS edges, toFloat(sum(weight)) AS weight
}
WITH s, atoms, edges, weight WHERE atoms > 0
RETURN s.path AS path, atoms, edges, weight
ORDER BY path
