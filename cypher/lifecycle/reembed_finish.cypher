// End a change of the embedding model: from here on the graph is one of the new model. Centroids of communities were made
// of vectors of the old one: the jobs make them again.
//
// mode: write
// param owner: STRING - name of this run
// param associated: FLOAT - similarity from which two atoms are associated
// param duplicate: FLOAT - similarity that near-paraphrases reach
// param unrelated: FLOAT - similarity below which nothing connects two texts
// returns finished: INTEGER - 0 where another run holds the graph by now
CYPHER 25
MATCH (r:ModelInfo {key: 'reembedding', owner: $owner})
MATCH (m:ModelInfo {key: 'embedding'})
SET m.name = r.name, m.dimensions = r.dimensions, m.associated = $associated, m.duplicate = $duplicate,
    m.unrelated = $unrelated, m.since = datetime()
DELETE r
WITH m
CALL () {
  MATCH (c:Community)
  SET c.dirty = true
  REMOVE c.centroid, c.counted, c.cohesion
  RETURN count(c) AS communities
}
RETURN count(m) AS finished
