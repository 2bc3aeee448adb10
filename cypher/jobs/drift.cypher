// Count how many atoms of scopes were only updated since they were last computed anew.
//
// mode: write
// param drifted: STRING - the property of a scope that counts them for this job
// param scopes: LIST<MAP> - path and added of each; null where it was computed anew
// returns counted: INTEGER
CYPHER 25
UNWIND $scopes AS row
MATCH (s:Scope {path: row.path})
USING INDEX SEEK s:Scope(path)
SET s[$drifted] = CASE WHEN row.added IS NULL THEN 0 ELSE coalesce(s[$drifted], 0) + row.added END
RETURN count(s) AS counted
