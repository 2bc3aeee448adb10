// Further names of an entity, by id: UUIDv5 of the entity and the normalised name.
//
// mode: schema
CYPHER 25
CREATE CONSTRAINT alias_id IF NOT EXISTS
FOR (n:Alias) REQUIRE n.id IS UNIQUE
