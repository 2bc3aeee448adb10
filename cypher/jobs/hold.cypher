// First statement of every transaction of a job: no row where another run has taken the lock over. Locks the scopes
// that are written to, in their order, as a commit does: so writers and jobs follow each other and never deadlock.
//
// mode: write
// param owner: STRING - name of this run
// param seconds: INTEGER - for how long this run counts as alive without another word
// param scopes: LIST<STRING> - the scopes to lock, sorted
// returns scopes: INTEGER - how many there are
CYPHER 25
MATCH (l:JobState {key: 'lock', owner: $owner})
SET l.alive_until = datetime() + duration({seconds: $seconds})
WITH l
CALL () {
  UNWIND $scopes AS path
  MATCH (s:Scope {path: path})
  USING INDEX SEEK s:Scope(path)
  SET s.locked_by = 'jobs'
  RETURN count(s) AS scopes
}
RETURN scopes
