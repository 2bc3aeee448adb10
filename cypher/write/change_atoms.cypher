// What a commit ends or corrects of known atoms. The type is part of the match: nothing of one type is ever changed by
// a statement of another, nor anything of another scope.
//
// mode: write
// param scope: STRING - the scope of the commit
// param now: ZONED DATETIME - time of the commit
// param atoms: LIST<MAP> - id, label, valid_from and valid_until as text, status, retired and belief of each
// returns changed: INTEGER
CYPHER 25
UNWIND $atoms AS row
MATCH (n:Atom {id: row.id, scope: $scope})
USING INDEX SEEK n:Atom(id)
WHERE row.label IN labels(n)
WITH n, row, datetime(row.valid_until) AS until
SET n.closed_at = CASE WHEN until <> n.valid_until THEN $now ELSE n.closed_at END,
    n.retired_at = CASE WHEN row.retired AND n.retired_at > $now THEN $now ELSE n.retired_at END,
    n.held_key = CASE WHEN row.status = 'current' THEN n.held_key ELSE coalesce(n.live_key, n.held_key) END,
    n.live_key = CASE WHEN row.status = 'current' THEN n.live_key END,
    n.valid_from = datetime(row.valid_from), n.valid_until = until, n.status = row.status,
    n.belief = row.belief, n.dirty = true
RETURN count(n) AS changed
