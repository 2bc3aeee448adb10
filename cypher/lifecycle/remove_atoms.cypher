// Remove atoms with everything that hangs on them. Their neighbours are marked dirty, an open contradiction with one of
// them weighs on nobody any more, and a community without atoms goes with its title and centroid.
//
// mode: write
// param scope: STRING - the scope they live in
// param ids: LIST<STRING> - the atoms
// returns atoms: INTEGER
// returns kept_apart: INTEGER - how many of them were quarantined
// returns relationships: INTEGER
// returns communities: INTEGER
// returns turns: LIST<STRING> - turns that they came from
// returns entities: LIST<STRING> - entities that they were about
CYPHER 25
UNWIND $ids AS id
MATCH (n:Atom {id: id, scope: $scope})
USING INDEX SEEK n:Atom(id)
CALL (n) {
  MATCH (n)-[r]-(m:Atom)
  SET m.dirty = true
  WITH m, r WHERE r:CONTRADICTS AND NOT EXISTS { (m)-[o:CONTRADICTS {status: 'open'}]-(x:Atom) WHERE x <> n }
  SET m.belief = null
}
WITH n, COUNT { (n)-[]-() } AS edges, [n.community, n.centred] AS communities, n:Quarantined AS apart,
     COLLECT { MATCH (n)-[:FROM_TURN]->(t:Turn) RETURN t.id } AS turns,
     COLLECT { MATCH (n)-[:ABOUT]->(e:Entity) RETURN e.id } AS entities
DETACH DELETE n
WITH count(*) AS atoms, count(CASE WHEN apart THEN 1 END) AS kept_apart, sum(edges) AS relationships,
     collect(communities) AS touched, collect(turns) AS turns, collect(entities) AS entities
CALL (touched) {
  UNWIND touched AS ids
  UNWIND ids AS id
  WITH DISTINCT id
  MATCH (c:Community {id: id, scope: $scope})
  USING INDEX SEEK c:Community(id)
  MATCH (c)-[:PART_OF]->{0,2}(p:Community)
  WITH DISTINCT p ORDER BY p.level, p.id
  // what was made of them goes with them at once, at every level; the jobs make it again of those that stay
  SET p.dirty = true
  REMOVE p.title, p.titled_by, p.titled_size, p.titled_from, p.centroid, p.counted, p.cohesion
  WITH p WHERE NOT EXISTS { MATCH (p)<-[:PART_OF]-{0,2}(b:Community) WHERE EXISTS { (:Atom {community: b.id}) } }
  DETACH DELETE p
  RETURN count(*) AS communities
}
MATCH (s:Scope {path: $scope})
SET s.atoms = s.atoms - (atoms - kept_apart)
RETURN atoms, kept_apart, relationships, communities,
       reduce(all = [], found IN turns | all + [id IN found WHERE NOT id IN all]) AS turns,
       reduce(all = [], found IN entities | all + [id IN found WHERE NOT id IN all]) AS entities
