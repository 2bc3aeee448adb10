// Entities of a scope by normalised name.
//
// mode: schema
CYPHER 25
CREATE INDEX entity_key IF NOT EXISTS
FOR (n:Entity) ON (n.scope, n.key)
