// Record that a migration was applied.
//
// mode: write
// param name: STRING - the migration's file name
// param checksum: STRING - SHA-256 of its text
CYPHER 25
MERGE (v:SchemaVersion {name: $name})
ON CREATE SET v.checksum = $checksum, v.applied_at = datetime()
