// Remove turns. An atom that another turn states as well stays, and that one becomes its main source.
//
// mode: write
// param scope: STRING - the scope they live in
// param ids: LIST<STRING> - the turns
// param bare: BOOLEAN - only those from which no atom comes any more
// returns turns: INTEGER
// returns kept: INTEGER - atoms that stay on another source
// returns relationships: INTEGER
CYPHER 25
UNWIND $ids AS id
MATCH (t:Turn {id: id, scope: $scope})
USING INDEX SEEK t:Turn(id)
WHERE NOT $bare OR NOT EXISTS { (t)<-[:FROM_TURN]-() }
CALL (t) {
  MATCH (t)<-[f:FROM_TURN]-(n:Atom)-[g:FROM_TURN]->(other:Turn)
  WITH n, f.main AS main, g, other ORDER BY coalesce(other.said_at, other.received_at), other.position, other.id
  WITH n, main, collect(g)[0] AS first
  SET first.main = CASE WHEN main THEN true ELSE first.main END
  RETURN count(n) AS kept
}
WITH t, kept, COUNT { (t)-[]-() } AS edges, CASE WHEN t.embedding IS NULL THEN 0 ELSE 1 END AS findable,
     coalesce(t.length, 0) AS length
DETACH DELETE t
WITH count(*) AS turns, sum(kept) AS kept, sum(edges) AS relationships, sum(findable) AS findable,
     sum(findable * length) AS lexemes
MATCH (s:Scope {path: $scope})
SET s.turns = s.turns - findable, s.lexemes = s.lexemes - lexemes
RETURN turns, kept, relationships
