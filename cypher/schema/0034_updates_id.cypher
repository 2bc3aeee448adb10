// Changes over time by their id.
//
// mode: schema
CYPHER 25
CREATE INDEX updates_id IF NOT EXISTS
FOR ()-[r:UPDATES]-() ON (r.id)
