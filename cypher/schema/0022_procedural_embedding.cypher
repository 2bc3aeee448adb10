// Vectors of procedural atoms. SEARCH filters inside the index on the properties of its WITH list, so that a small scope is
// never starved by a large one.
//
// mode: schema
// param dimensions: INTEGER - size of the embedder's vectors
CYPHER 25
CREATE VECTOR INDEX procedural_embedding IF NOT EXISTS
FOR (n:Procedural) ON n.embedding
WITH [n.scope, n.valid_from, n.valid_until, n.recorded_at, n.closed_at, n.retired_at, n.community, n.confidence]
OPTIONS {indexConfig: {
  `vector.dimensions`: $dimensions,
  `vector.similarity_function`: 'cosine',
  // the default graph (m 16) loses half of the true neighbours behind a filter that lets a fifth through
  `vector.hnsw.m`: 32,
  `vector.hnsw.ef_construction`: 200,
  `vector.quantization.enabled`: false
}}
