// The plain vector query: the nearest semantic atoms of some scopes. What a recall is compared with.
//
// mode: read
// param scopes: LIST<STRING> - the scopes
// param query: VECTOR - the vector to search for
// param now: ZONED DATETIME - what ended before is left out
// param limit: INTEGER - how many
// returns id: STRING
// returns title: STRING
// returns details: STRING
// returns score: FLOAT - (1 + cosine) / 2
CYPHER 25
MATCH (n:Semantic) SEARCH n IN (VECTOR INDEX semantic_embedding FOR $query
  WHERE n.scope IN $scopes AND n.valid_until > $now AND n.retired_at > $now LIMIT $limit) SCORE AS score
RETURN n.id AS id, n.title AS title, n.details AS details, score
ORDER BY score DESC
