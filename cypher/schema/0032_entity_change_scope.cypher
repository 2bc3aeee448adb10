// Changes of a scope's entities in their order.
//
// mode: schema
CYPHER 25
CREATE INDEX entity_change_scope IF NOT EXISTS
FOR (n:EntityChange) ON (n.scope, n.at)
