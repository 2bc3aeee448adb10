// Needs of tasks by id.
//
// mode: schema
CYPHER 25
CREATE CONSTRAINT need_id IF NOT EXISTS
FOR (n:Need) REQUIRE n.id IS UNIQUE
