// The model of this graph, the one that it is being changed to, and how much there is to embed.
//
// mode: read
// returns name: STRING - the model that is recorded
// returns dimensions: INTEGER
// returns next_name: STRING | NULL - the model that an unfinished change leads to
// returns next_dimensions: INTEGER | NULL
// returns atoms: INTEGER
// returns turns: INTEGER
// returns exemplars: INTEGER
CYPHER 25
MATCH (m:ModelInfo {key: 'embedding'})
OPTIONAL MATCH (r:ModelInfo {key: 'reembedding'})
RETURN m.name AS name, m.dimensions AS dimensions, r.name AS next_name, r.dimensions AS next_dimensions,
       COUNT { (:Atom) } AS atoms, COUNT { (:Turn) } AS turns, COUNT { (:Exemplar) } AS exemplars
