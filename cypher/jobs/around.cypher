// Atoms that changed, with their PageRank so far, and with what their neighbours give them: those that stand still are
// added up, those that changed too, or whose weights were never noted, are named.
//
// mode: read
// param done: INTEGER - the round up to which the job is done
// param after: INTEGER - number of the last one of the page before, or -1
// param limit: INTEGER - how many at most
// param alone: FLOAT - PageRank of an atom that has none yet
// returns number: INTEGER
// returns scope: STRING
// returns rank: FLOAT - PageRank so far; -1 for none
// returns noted: FLOAT - sum of the weights of its edges as it was noted; -1 for none
// returns strength: FLOAT - sum of the weights of its edges
// returns given: FLOAT - sum of PageRank / sum of weights * weight of the edge, of neighbours that stand still
// returns near: LIST<LIST> - number and weight of the edge, of each of the other neighbours
CYPHER 25
MATCH (n:Atom)
USING INDEX SEEK n:Atom(touched)
WHERE n.touched > $done AND n.number > $after AND n.status <> 'retired' AND NOT n:Quarantined
WITH n ORDER BY n.number LIMIT $limit
CALL (n) {
  MATCH (n)-[r:ASSOCIATED]-(m:Semantic|Episodic|Procedural)
  WHERE m.scope = n.scope AND m.number IS NOT NULL AND m.status <> 'retired' AND r.weight > 0
  WITH r.weight AS weight, m, coalesce(m.touched, 0) <= $done AND coalesce(m.strength, 0.0) > 0 AS still
  RETURN toFloat(sum(weight)) AS strength,
         toFloat(sum(CASE WHEN still THEN weight * coalesce(m.pagerank, $alone) / m.strength ELSE 0.0 END)) AS given,
         collect(CASE WHEN NOT still THEN [m.number, weight] END) AS near
}
RETURN n.number AS number, n.scope AS scope, coalesce(n.pagerank, -1.0) AS rank, coalesce(n.strength, -1.0) AS noted,
       strength, given, near
