// The nearest current atoms of any type to each of some atoms, inside its own scope, by the vector indexes.
//
// mode: read
// param numbers: LIST<INTEGER> - the atoms
// param now: ZONED DATETIME - what ended before is left out
// param limit: INTEGER - how many of each type
// returns number: INTEGER
// returns near: LIST<LIST> - number and (1 + cosine) / 2 of each
CYPHER 25
UNWIND $numbers AS number
MATCH (a:Atom {number: number})
USING INDEX SEEK a:Atom(number)
WITH a.number AS number, a.embedding AS vector, a.scope AS scope
CALL (vector, scope) {
  MATCH (n:Semantic) SEARCH n IN (VECTOR INDEX semantic_embedding FOR vector
    WHERE n.scope = scope AND n.valid_until > $now AND n.retired_at > $now LIMIT $limit) SCORE AS score
  RETURN n, score
  UNION ALL
  MATCH (n:Episodic) SEARCH n IN (VECTOR INDEX episodic_embedding FOR vector
    WHERE n.scope = scope AND n.valid_until > $now AND n.retired_at > $now LIMIT $limit) SCORE AS score
  RETURN n, score
  UNION ALL
  MATCH (n:Procedural) SEARCH n IN (VECTOR INDEX procedural_embedding FOR vector
    WHERE n.scope = scope AND n.valid_until > $now AND n.retired_at > $now LIMIT $limit) SCORE AS score
  RETURN n, score
}
WITH number, n, score WHERE n.number IS NOT NULL AND n.number <> number
RETURN number, collect([n.number, score]) AS near
