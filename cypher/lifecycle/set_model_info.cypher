// Record the embedding model of this graph, unless one is recorded already.
//
// mode: write
// param name: STRING
// param dimensions: INTEGER
// param associated: FLOAT - similarity from which two atoms are associated
// param duplicate: FLOAT - similarity that near-paraphrases reach
// param unrelated: FLOAT - similarity below which nothing connects two texts
// returns name: STRING - the model that is recorded
// returns dimensions: INTEGER
// returns changing_to: STRING | NULL - the model that an unfinished change leads to
CYPHER 25
MERGE (m:ModelInfo {key: 'embedding'})
ON CREATE SET m.name = $name, m.dimensions = $dimensions, m.associated = $associated, m.duplicate = $duplicate,
              m.unrelated = $unrelated, m.since = datetime()
WITH m
OPTIONAL MATCH (r:ModelInfo {key: 'reembedding'})
RETURN m.name AS name, m.dimensions AS dimensions, r.name AS changing_to
