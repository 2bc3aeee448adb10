// First statement of a commit: create the scope if it is new and lock it until the transaction ends, so that writers of
// one scope follow each other. The time of the commit never runs backwards, whatever the clock does.
//
// mode: write
// param scope: STRING - the scope
// param now: ZONED DATETIME - the writer's clock
// returns recorded_at: ZONED DATETIME - the time of this commit
// returns writes: INTEGER - commits before this one
CYPHER 25
MERGE (s:Scope {path: $scope})
ON CREATE SET s.created_at = $now, s.atoms = 0, s.turns = 0, s.lexemes = 0,
              s.last_recorded_at = datetime({year: 1, timezone: 'UTC'})
// the lock is taken by writing before last_recorded_at is read
SET s.locked_by = 'commit'
WITH s
SET s.last_recorded_at = CASE WHEN s.last_recorded_at >= $now
                              THEN s.last_recorded_at + duration({microseconds: 1}) ELSE $now END
RETURN s.last_recorded_at AS recorded_at, coalesce(s.writes, 0) AS writes
