// Remove communities that were empty a round ago already: no reader holds their ids any more.
//
// mode: write
// param round: INTEGER - the round
// returns removed: INTEGER
CYPHER 25
MATCH (c:Community {size: 0, level: 0})
WHERE c.emptied < $round AND NOT EXISTS { (:Atom {community: c.id}) }
WITH c
CALL (c) {
  MATCH (c)-[:PART_OF]->(p:Community)
  SET p.dirty = true
  REMOVE p.counted
}
DETACH DELETE c
RETURN count(*) AS removed
