// One record for each applied migration.
//
// mode: schema
CYPHER 25
CREATE CONSTRAINT schema_version IF NOT EXISTS
FOR (n:SchemaVersion) REQUIRE n.name IS UNIQUE
