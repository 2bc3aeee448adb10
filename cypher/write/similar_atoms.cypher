// The nearest current atoms of one scope for each vector, over the three types.
//
// mode: read
// param scope: STRING - the scope
// param now: ZONED DATETIME - atoms that ended before are left out
// param vectors: LIST<VECTOR> - one vector an atom
// param limit: INTEGER - how many of each type
// returns index: INTEGER - place in vectors
// returns id: STRING - the neighbour
// returns live_key: STRING - what it states
// returns score: FLOAT - (1 + cosine) / 2
CYPHER 25
UNWIND range(0, size($vectors) - 1) AS index
CALL (index) {
  WITH $vectors[index] AS vector
  MATCH (n:Semantic) SEARCH n IN (VECTOR INDEX semantic_embedding FOR vector
    WHERE n.scope = $scope AND n.valid_until > $now AND n.retired_at > $now LIMIT $limit) SCORE AS score
  RETURN n, score
  UNION ALL
  WITH $vectors[index] AS vector
  MATCH (n:Episodic) SEARCH n IN (VECTOR INDEX episodic_embedding FOR vector
    WHERE n.scope = $scope AND n.valid_until > $now AND n.retired_at > $now LIMIT $limit) SCORE AS score
  RETURN n, score
  UNION ALL
  WITH $vectors[index] AS vector
  MATCH (n:Procedural) SEARCH n IN (VECTOR INDEX procedural_embedding FOR vector
    WHERE n.scope = $scope AND n.valid_until > $now AND n.retired_at > $now LIMIT $limit) SCORE AS score
  RETURN n, score
}
RETURN index, n.id AS id, n.live_key AS live_key, score
ORDER BY index, score DESC
