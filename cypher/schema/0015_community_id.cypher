// Communities by id.
//
// mode: schema
CYPHER 25
CREATE CONSTRAINT community_id IF NOT EXISTS
FOR (n:Community) REQUIRE n.id IS UNIQUE
