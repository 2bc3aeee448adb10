// The atoms of one scope that hold at the time asked, newest first, a page at a time.
//
// mode: read
// param scope: STRING - the scope
// param types: LIST<STRING> - types to list
// param statuses: LIST<STRING> - what an atom that holds then may have become
// param begun: ZONED DATETIME - what holds from later on is left out
// param until: ZONED DATETIME - what ended by then is left out
// param known: ZONED DATETIME - what was learnt later is left out, and an end that was learnt later counts as open
// param held: ZONED DATETIME - what was retired by then is left out
// param forever: ZONED DATETIME - stands for an open end
// param limit: INTEGER - atoms a page
// param after: STRING | NULL - id of the last atom of the page before
// returns known: BOOLEAN - whether the scope exists
// returns after: BOOLEAN - whether the atom to go on from exists
// returns atoms: LIST<MAP> - properties, with type, entities and sources; times as text
CYPHER 25
CALL () {
  OPTIONAL MATCH (s:Scope {path: $scope})
  RETURN s IS NOT NULL AS known
}
CALL () {
  OPTIONAL MATCH (last:Atom {id: $after, scope: $scope})
  RETURN last IS NOT NULL AS after
}
CALL () {
  OPTIONAL MATCH (last:Atom {id: $after})
  MATCH (n:Atom {scope: $scope}) WHERE n.status IN $statuses
    AND n.valid_from <= $begun AND n.recorded_at <= $known AND n.retired_at > $held
    AND (n.valid_until > $until OR n.closed_at > $known AND
         coalesce(COLLECT { MATCH (n)<-[u:UPDATES]-() WHERE u.created_at > $known RETURN u.was_until
                          ORDER BY u.created_at, u.was_until DESC LIMIT 1 }[0], $forever) > $until)
  WITH n, last, CASE WHEN n:Semantic THEN 'semantic' WHEN n:Episodic THEN 'episodic'
                     WHEN n:Procedural THEN 'procedural' END AS type
  WHERE type IN $types
    AND (last IS NULL OR n.recorded_at < last.recorded_at OR (n.recorded_at = last.recorded_at AND n.id > last.id))
  ORDER BY n.recorded_at DESC, n.id LIMIT $limit
  RETURN collect(n {.*, embedding: null, lexemes: null, type: type,
           occurred_from: toString(n.occurred_from), occurred_until: toString(n.occurred_until),
           valid_from: toString(n.valid_from), valid_until: toString(n.valid_until), recorded_at: toString(n.recorded_at),
           closed_at: toString(n.closed_at), retired_at: toString(n.retired_at),
           until_then: toString(COLLECT { MATCH (n)<-[u:UPDATES]-() WHERE u.created_at > $known RETURN u.was_until
                                ORDER BY u.created_at, u.was_until DESC LIMIT 1 }[0]),
           entities: [(n)-[:ABOUT]->(e:Entity) | e.name],
           sources: [(n)-[f:FROM_TURN]->(t:Turn) WHERE t.received_at <= $known | {
             turn_id: t.id, start: f.start, end: f.end, main: f.main, source_id: t.source_id, session: t.session,
             position: t.position, speaker: t.speaker, said_at: toString(t.said_at), received_at: toString(t.received_at)}]}) AS atoms
}
RETURN known, after, atoms
