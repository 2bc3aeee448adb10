// Centroids of communities: which communities a question is about. Filtered inside the index, as atoms are.
//
// mode: schema
// param dimensions: INTEGER - size of the embedder's vectors
CYPHER 25
CREATE VECTOR INDEX community_centroid IF NOT EXISTS
FOR (n:Community) ON n.centroid
WITH [n.scope, n.level, n.size]
OPTIONS {indexConfig: {
  `vector.dimensions`: $dimensions,
  `vector.similarity_function`: 'cosine',
  `vector.hnsw.m`: 32,
  `vector.hnsw.ef_construction`: 200,
  `vector.quantization.enabled`: false
}}
