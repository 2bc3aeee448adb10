// Before atoms are forgotten, in the same transaction: their communities lose what was made of them, title and centroid,
// and are summed up again by the jobs; their neighbours are marked.
//
// mode: write
// param ids: LIST<STRING> - the atoms
// returns blanked: INTEGER - communities
CYPHER 25
UNWIND $ids AS id
MATCH (n:Atom {id: id})
USING INDEX SEEK n:Atom(id)
CALL (n) {
  MATCH (n)-[:ASSOCIATED]-(m:Atom)
  SET m.dirty = true
  RETURN count(m) AS marked
}
CALL (n) {
  UNWIND [n.community, n.centred] AS community
  MATCH (c:Community {id: community})
  USING INDEX SEEK c:Community(id)
  SET c.dirty = true
  REMOVE c.title, c.titled_by, c.titled_size, c.titled_from, c.centroid, c.counted, c.cohesion
  RETURN count(DISTINCT c) AS communities
}
RETURN sum(communities) AS blanked
