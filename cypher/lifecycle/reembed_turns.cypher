// The next turns to embed again, in the order of their ids, each with the turn before it in its session.
//
// mode: read
// param after: STRING - id of the last one that is done
// param limit: INTEGER - turns a batch
// returns id: STRING
// returns turn: MAP - the turn's properties without its vector
// returns before: MAP | NULL - those of the turn before it
CYPHER 25
MATCH (t:Turn)
// a turn that waits has no vector yet
WHERE t.id > $after AND t.embedding IS NOT NULL
WITH t ORDER BY t.id LIMIT $limit
CALL (t) {
  OPTIONAL MATCH (p:Turn {scope: t.scope, session: t.session})
  WHERE p.position < t.position
  RETURN p
  ORDER BY p.position DESC
  LIMIT 1
}
RETURN t.id AS id, t {.*, embedding: null, lexemes: null} AS turn, p {.*, embedding: null, lexemes: null} AS before
ORDER BY id
