// Count the members of communities again. One that has none keeps nothing of what was said in it, and goes in the next
// round: a reader may still hold its id.
//
// mode: write
// param ids: LIST<INTEGER> - the communities
// param round: INTEGER - the round
// returns kept: INTEGER
CYPHER 25
UNWIND $ids AS id
MATCH (c:Community {id: id})
USING INDEX SEEK c:Community(id)
WITH c, COUNT { MATCH (n:Atom {community: c.id}) WHERE n.scope = c.scope } AS size
SET c.size = size
WITH c, size
CALL (c, size) {
  WITH c WHERE size = 0
  SET c.emptied = $round
  REMOVE c.title, c.centroid, c.dirty, c.cohesion, c.titled, c.titled_size
  RETURN count(c) AS emptied
}
RETURN sum(1 - emptied) AS kept
