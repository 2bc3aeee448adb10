// Vectors of turns, each read together with the turn before it: what finds "Yes, last May."
//
// mode: schema
// param dimensions: INTEGER - size of the embedder's vectors
CYPHER 25
CREATE VECTOR INDEX turn_embedding IF NOT EXISTS
FOR (n:Turn) ON n.embedding
WITH [n.scope, n.said_at, n.received_at]
OPTIONS {indexConfig: {
  `vector.dimensions`: $dimensions,
  `vector.similarity_function`: 'cosine',
  // the default graph (m 16) loses half of the true neighbours behind a filter that lets a fifth through
  `vector.hnsw.m`: 32,
  `vector.hnsw.ef_construction`: 200,
  `vector.quantization.enabled`: false
}}
