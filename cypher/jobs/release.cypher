// Let go of the lock of the jobs.
//
// mode: write
// param owner: STRING - name of this run
// returns released: INTEGER
CYPHER 25
MATCH (l:JobState {key: 'lock', owner: $owner})
REMOVE l.owner, l.alive_until
RETURN count(l) AS released
