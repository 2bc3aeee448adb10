// The contradictions of one scope that wait for a decision, or waited at the time asked, or one by its id, whatever became of it.
//
// mode: read
// param scope: STRING | NULL - the scope of the newer statement
// param id: STRING | NULL - the id of one contradiction
// param past: BOOLEAN - whether a time was asked for
// param begun: ZONED DATETIME - what holds from later on is left out
// param until: ZONED DATETIME - what ended by then is left out
// param known: ZONED DATETIME - what was learnt later is left out, and an end that was learnt later counts as open
// param held: ZONED DATETIME - what was retired by then is left out
// param forever: ZONED DATETIME - stands for an open end
// param limit: INTEGER - how many at most
// returns conflict: MAP - properties of the edge, with newer and older; times as text
CYPHER 25
CALL () {
  MATCH (a:Atom {scope: $scope})-[r:CONTRADICTS]->(b:Atom)
  // a side that was ended for another reason needs no decision any more
  WHERE CASE WHEN $past THEN r.created_at <= $known AND (r.status = 'open' OR r.decided_at > $known)
               AND a.status <> 'quarantined' AND b.status <> 'quarantined'
             ELSE r.status = 'open' AND a.status = 'current' AND b.status = 'current' END
    AND a.valid_from <= $begun AND a.recorded_at <= $known AND a.retired_at > $held
    AND (a.valid_until > $until OR a.closed_at > $known AND
         coalesce(COLLECT { MATCH (a)<-[u:UPDATES]-() WHERE u.created_at > $known RETURN u.was_until
                          ORDER BY u.created_at, u.was_until DESC LIMIT 1 }[0], $forever) > $until)
    AND b.valid_from <= $begun AND b.recorded_at <= $known AND b.retired_at > $held
    AND (b.valid_until > $until OR b.closed_at > $known AND
         coalesce(COLLECT { MATCH (b)<-[u:UPDATES]-() WHERE u.created_at > $known RETURN u.was_until
                          ORDER BY u.created_at, u.was_until DESC LIMIT 1 }[0], $forever) > $until)
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
