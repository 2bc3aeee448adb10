// How fresh each derived property is: what it is there for, what waits for it, and when its job last ended well.
//
// mode: read
// returns property: STRING
// returns job: STRING - the job that keeps it
// returns there: INTEGER - atoms or communities that have it
// returns changed: INTEGER - atoms that changed since the job last ended well
// returns finished_at: ZONED DATETIME | NULL
// returns full_at: ZONED DATETIME | NULL - when everything was last computed anew
CYPHER 25
CALL () {
  MATCH (:Atom)-[r:ASSOCIATED {origin: 'similar'}]->()
  RETURN 'ASSOCIATED' AS property, 'associations' AS job, count(r) AS there
  UNION ALL
  MATCH (n:Atom) WHERE n.community >= 0
  RETURN 'community' AS property, 'communities' AS job, count(n) AS there
  UNION ALL
  MATCH (n:Atom) WHERE n.pagerank IS NOT NULL
  RETURN 'pagerank' AS property, 'centrality' AS job, count(n) AS there
  UNION ALL
  MATCH (c:Community) WHERE c.centroid IS NOT NULL
  RETURN 'centroid' AS property, 'centroids' AS job, count(c) AS there
  UNION ALL
  MATCH (c:Community) WHERE c.title IS NOT NULL
  RETURN 'title' AS property, 'centroids' AS job, count(c) AS there
}
OPTIONAL MATCH (s:JobState {key: job})
CALL (job, s) {
  MATCH (n:Atom)
  WHERE n.dirty OR CASE job WHEN 'associations' THEN n.changed ELSE n.touched END > coalesce(s.done, 0)
  RETURN count(n) AS changed
}
RETURN property, job, there, changed, s.finished_at AS finished_at, s.full_at AS full_at
