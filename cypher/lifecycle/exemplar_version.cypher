// The version of the exemplars, which moves when one is added.
//
// mode: read
// returns version: INTEGER
// returns shipped: STRING | NULL - fingerprint of the shipped exemplars that were put here
CYPHER 25
OPTIONAL MATCH (m:ModelInfo {key: 'exemplars'})
RETURN coalesce(m.version, 0) AS version, m.shipped AS shipped
