// Remove entities that nothing is about any more, with what was merged into them and their further names.
//
// mode: write
// param ids: LIST<STRING> - entities that may have lost their last atom
// returns entities: INTEGER
CYPHER 25
UNWIND $ids AS id
MATCH (e:Entity {id: id})
USING INDEX SEEK e:Entity(id)
WHERE NOT EXISTS { (e)<-[:ABOUT]-() } AND NOT EXISTS { (e)-[:MERGED_INTO]->() }
CALL (e) {
  MATCH (e)<-[:MERGED_INTO]-{0,}(o:Entity)<-[:NAMES]-(a:Alias)
  DETACH DELETE a
}
CALL (e) {
  MATCH (e)<-[:MERGED_INTO]-{1,}(o:Entity)
  DETACH DELETE o
}
DETACH DELETE e
RETURN count(*) AS entities
