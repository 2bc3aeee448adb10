// Turns of a session in order: what was spoken next to a turn.
//
// mode: schema
CYPHER 25
CREATE INDEX turn_place IF NOT EXISTS
FOR (n:Turn) ON (n.scope, n.session, n.position)
