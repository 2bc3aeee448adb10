// The contradictions of one scope that wait for a decision, or one by its id, whatever became of it.
//
// mode: read
// param scope: STRING | NULL - the scope of the newer statement
// param id: STRING | NULL - the id of one contradiction
// param limit: INTEGER - how many at most
// returns conflict: MAP - properties of the edge, with newer and older; times as text
CYPHER 25
CALL () {
  MATCH (a:Atom {scope: $scope})-[r:CONTRADICTS {status: 'open'}]->(b:Atom)
  // a side that was ended for another reason needs no decision any more
  WHERE a.status = 'current' AND b.status = 'current'
  RETURN a, r, b ORDER BY r.created_at DESC, r.id LIMIT $limit
  UNION ALL
  MATCH (a:Atom)-[r:CONTRADICTS {id: $id}]->(b:Atom)
  RETURN a, r, b
}
RETURN r {.id, .status, .dimension, .kind, .reason, .confidence, .kept,
  newer: a {atom_id: a.id, .scope, .details, .trust, .confidence, .belief,
    type: CASE WHEN a:Semantic THEN 'semantic' WHEN a:Episodic THEN 'episodic' WHEN a:Procedural THEN 'procedural' END,
    said: [(a)-[f:FROM_TURN {main: true}]->(t:Turn) | [t.speaker, toString(coalesce(t.said_at, t.received_at))]]},
  older: b {atom_id: b.id, .scope, .details, .trust, .confidence, .belief,
    type: CASE WHEN b:Semantic THEN 'semantic' WHEN b:Episodic THEN 'episodic' WHEN b:Procedural THEN 'procedural' END,
    said: [(b)-[f:FROM_TURN {main: true}]->(t:Turn) | [t.speaker, toString(coalesce(t.said_at, t.received_at))]]}
} AS conflict
