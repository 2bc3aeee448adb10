// The scopes in which atoms changed: how many did, how many were only updated since the scope was last computed anew, and
// how many atoms there are, counted no further than it matters.
//
// mode: read
// param done: INTEGER - the round up to which the job is done
// param drifted: STRING - the property of a scope that counts updated atoms for this job
// param most: INTEGER - where to stop counting the atoms
// returns scope: STRING
// returns changed: INTEGER
// returns atoms: INTEGER
CYPHER 25
MATCH (n:Atom)
USING INDEX SEEK n:Atom(touched)
WHERE n.touched > $done
WITH n.scope AS scope, count(*) AS changed
MATCH (s:Scope {path: scope})
USING INDEX SEEK s:Scope(path)
RETURN scope, changed + coalesce(s[$drifted], 0) AS changed,
       COUNT { MATCH (m:Atom {scope: scope}) WHERE m.status IN ['current', 'superseded', 'retired']
               RETURN m LIMIT $most } AS atoms
ORDER BY scope
