// Further names of entities of a scope, by the normalised name.
//
// mode: schema
CYPHER 25
CREATE INDEX alias_key IF NOT EXISTS
FOR (n:Alias) ON (n.scope, n.key)
