// Entities of a scope by their name without article, title, possessive and legal form.
//
// mode: schema
CYPHER 25
CREATE INDEX entity_bare IF NOT EXISTS
FOR (n:Entity) ON (n.scope, n.bare)
