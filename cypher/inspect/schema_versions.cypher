// The migrations that were applied to this graph, with their checksums.
//
// mode: read
// returns name: STRING
// returns checksum: STRING
CYPHER 25
MATCH (v:SchemaVersion)
RETURN v.name AS name, v.checksum AS checksum
ORDER BY name
