// Receipts of merging, splitting and naming entities, by which each can be undone.
//
// mode: schema
CYPHER 25
CREATE CONSTRAINT entity_change_id IF NOT EXISTS
FOR (n:EntityChange) REQUIRE n.id IS UNIQUE
