// Entities by id: UUIDv5 of scope, key and kind, so that one name may stand for two things.
//
// mode: schema
CYPHER 25
CREATE CONSTRAINT entity_id IF NOT EXISTS
FOR (n:Entity) REQUIRE n.id IS UNIQUE
