// Communities whose members changed since they were last summed up.
//
// mode: schema
CYPHER 25
CREATE INDEX community_dirty IF NOT EXISTS
FOR (n:Community) ON (n.dirty)
