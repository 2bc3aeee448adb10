// Turns of a scope that still wait, or failed.
//
// mode: schema
CYPHER 25
CREATE INDEX turn_status IF NOT EXISTS
FOR (n:Turn) ON (n.scope, n.status)
