// How much a scope holds, by kind.
//
// mode: read
// param scope: STRING - the scope
// returns known: BOOLEAN - whether anything was ever written to it
// returns turns: INTEGER
// returns atoms: INTEGER
// returns kept_apart: INTEGER - how many of them are quarantined
// returns entities: INTEGER
// returns communities: INTEGER
// returns relationships: INTEGER - of atoms
CYPHER 25
CALL () { OPTIONAL MATCH (s:Scope {path: $scope}) RETURN s IS NOT NULL AS known }
CALL () { MATCH (t:Turn {scope: $scope}) RETURN count(t) AS turns }
CALL () {
  MATCH (n:Atom {scope: $scope})
  RETURN count(n) AS atoms, count(CASE WHEN n:Quarantined THEN 1 END) AS kept_apart,
         sum(COUNT { (n)-[]->() }) AS relationships
}
CALL () { MATCH (e:Entity {scope: $scope}) RETURN count(e) AS entities }
CALL () { MATCH (c:Community {scope: $scope}) RETURN count(c) AS communities }
RETURN known, turns, atoms, kept_apart, entities, communities, relationships
