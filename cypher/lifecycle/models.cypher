// The embedding model that this graph records, and the one that an unfinished change leads to.
//
// mode: read
// returns name: STRING | NULL
// returns dimensions: INTEGER | NULL
// returns changing_to: STRING | NULL
CYPHER 25
OPTIONAL MATCH (m:ModelInfo {key: 'embedding'})
OPTIONAL MATCH (r:ModelInfo {key: 'reembedding'})
RETURN m.name AS name, m.dimensions AS dimensions, r.name AS changing_to
