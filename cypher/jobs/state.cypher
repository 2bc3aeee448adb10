// How far each job has come, and what waits for it. A few look-ups in indexes where nothing does; without hints, so
// that it can be read before the indexes are there.
//
// mode: read
// param jobs: LIST<STRING> - names of the jobs
// returns atoms: INTEGER - atoms there are
// returns dirty: INTEGER - atoms that no job has looked at since they changed
// returns communities: INTEGER - communities that have to be summed up again
// returns model: STRING | NULL - the embedding model of the graph
// returns associated: FLOAT | NULL - its similarity from which two atoms are associated
// returns holder: STRING | NULL - the run that holds the lock
// returns alive_until: ZONED DATETIME | NULL - until when that run counts as alive
// returns progress: LIST<MAP> - name, done, finished_at, full_at, waiting, and drifted since the last full run, of each
CYPHER 25
OPTIONAL MATCH (m:ModelInfo {key: 'embedding'})
OPTIONAL MATCH (l:JobState {key: 'lock'})
CALL () {
  MATCH (n:Atom {dirty: true})
  RETURN count(n) AS dirty
}
CALL () {
  MATCH (c:Community {dirty: true})
  RETURN count(c) AS communities
}
CALL () {
  UNWIND $jobs AS job
  OPTIONAL MATCH (s:JobState {key: job})
  WITH job, s, coalesce(s.done, 0) AS done
  CALL (job, done) {
    WITH done WHERE job = 'associations'
    MATCH (n:Atom)
    WHERE n.changed > done
    RETURN count(n) AS waiting
    UNION ALL
    WITH done WHERE job <> 'associations'
    MATCH (n:Atom)
    WHERE n.touched > done
    RETURN count(n) AS waiting
  }
  WITH job, s, done, sum(waiting) AS waiting
  RETURN collect({name: job, done: done, finished_at: toString(s.finished_at), full_at: toString(s.full_at),
                  waiting: waiting, drifted: coalesce(s.drifted, 0)}) AS progress
}
RETURN COUNT { (:Atom) } AS atoms, dirty, communities, m.name AS model, m.associated AS associated,
       CASE WHEN l.alive_until > datetime() THEN l.owner END AS holder, l.alive_until AS alive_until, progress
