// Communities of a scope, by level.
//
// mode: schema
CYPHER 25
CREATE INDEX community_scope IF NOT EXISTS
FOR (n:Community) ON (n.scope, n.level)
