// The scopes that hold atoms, with the weight of all association edges in each. Divided by it, the edges of every scope
// weigh the same in a projection, so that the communities of one do not depend on how large the others are.
//
// mode: read
// returns path: STRING
// returns weight: FLOAT - 0.0 where nothing is joined
CYPHER 25
MATCH (s:Scope)
CALL (s) {
  MATCH (a:Atom {scope: s.path})-[r:ASSOCIATED]->(b:Semantic|Episodic|Procedural)
  USING INDEX SEEK a:Atom(scope, status)
  WHERE a.status IN ['current', 'superseded'] AND a.number IS NOT NULL AND NOT a:Quarantined
    AND b.scope = s.path AND b.number IS NOT NULL AND b.status <> 'retired' AND r.weight > 0
  RETURN toFloat(sum(r.weight)) AS weight
}
RETURN s.path AS path, weight
ORDER BY path
