// Persons of a scope by the first word of a full name.
//
// mode: schema
CYPHER 25
CREATE INDEX entity_first IF NOT EXISTS
FOR (n:Entity) ON (n.scope, n.first)
