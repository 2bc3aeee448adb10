// Contradictions by their id.
//
// mode: schema
CYPHER 25
CREATE INDEX contradicts_id IF NOT EXISTS
FOR ()-[r:CONTRADICTS]-() ON (r.id)
