// What is kept apart, by what it states: saying it again makes no second one.
//
// mode: schema
CYPHER 25
CREATE INDEX quarantined_held_key IF NOT EXISTS
FOR (n:Quarantined) ON (n.scope, n.held_key)
