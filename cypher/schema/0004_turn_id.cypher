// Turns by id.
//
// mode: schema
CYPHER 25
CREATE CONSTRAINT turn_id IF NOT EXISTS
FOR (n:Turn) REQUIRE n.id IS UNIQUE
