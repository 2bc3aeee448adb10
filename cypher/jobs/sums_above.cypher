// What the communities that are part of some others sum up to.
//
// mode: read
// param ids: LIST<INTEGER> - the communities of a level above
// returns id: INTEGER
// returns below: LIST<MAP> - counted, centroid and cohesion of each that is part of it
CYPHER 25
UNWIND $ids AS id
MATCH (c:Community {id: id})
USING INDEX SEEK c:Community(id)
RETURN c.id AS id,
       COLLECT { MATCH (c)<-[:PART_OF]-(b:Community) WHERE b.counted > 0
                 RETURN b {.counted, .centroid, .cohesion} ORDER BY b.id } AS below
