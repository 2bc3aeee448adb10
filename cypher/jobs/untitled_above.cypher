// Communities of a level above that need a title, as `jobs/untitled` says it of those of the lowest. Their most typical
// members are among those that gave the titles of their parts.
//
// mode: read
// param ids: LIST<INTEGER> - the communities to look at
// param much: FLOAT - share of its size by which one may grow or shrink before its title is made again
// param limit: INTEGER - typical members of each
// returns id: INTEGER
// returns scope: STRING
// returns counted: INTEGER - current members
// returns typical: LIST<MAP> - number, title and details of the members nearest to the centroid, nearest first
CYPHER 25
UNWIND $ids AS id
MATCH (c:Community {id: id})
USING INDEX SEEK c:Community(id)
WHERE c.counted > 0
  AND (c.title IS NULL OR abs(c.counted - c.titled_size) > $much * c.titled_size
       OR COUNT { UNWIND c.titled_from AS number MATCH (n:Atom {number: number})
                  WHERE n.status = 'current' AND EXISTS { (:Community {id: n.community})-[:PART_OF]->{1,2}(c) }
                } < size(c.titled_from))
CALL (c) {
  MATCH (c)<-[:PART_OF]-{1,2}(b:Community)
  WHERE b.level = 0
  UNWIND b.titled_from AS number
  MATCH (n:Atom {number: number})
  WHERE n.community = b.id AND n.status = 'current' AND NOT n:Quarantined AND n.embedding IS NOT NULL
  WITH n, CASE WHEN c.centroid IS NULL THEN 0.0 ELSE vector.similarity.cosine(n.embedding, c.centroid) END AS near
  ORDER BY near DESC, n.pagerank DESC, n.number LIMIT $limit
  RETURN collect({number: n.number, title: n.title, details: n.details}) AS typical
}
RETURN c.id AS id, c.scope AS scope, c.counted AS counted, typical
