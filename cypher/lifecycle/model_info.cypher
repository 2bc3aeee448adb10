// The embedding model that the vectors of this graph were made with.
//
// mode: read
// returns name: STRING
// returns dimensions: INTEGER
// returns associated: FLOAT
// returns duplicate: FLOAT
// returns unrelated: FLOAT
CYPHER 25
MATCH (m:ModelInfo {key: 'embedding'})
RETURN m.name AS name, m.dimensions AS dimensions, m.associated AS associated, m.duplicate AS duplicate,
       m.unrelated AS unrelated
