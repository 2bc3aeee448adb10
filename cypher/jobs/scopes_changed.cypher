// The scopes in which atoms changed, with how many did and how many there are.
//
// mode: read
// param done: INTEGER - the round up to which the job is done
// returns scope: STRING
// returns changed: INTEGER
// returns atoms: INTEGER
CYPHER 25
MATCH (n:Atom)
USING INDEX SEEK n:Atom(touched)
WHERE n.touched > $done
WITH n.scope AS scope, count(*) AS changed
RETURN scope, changed, COUNT { MATCH (m:Atom {scope: scope}) WHERE m.status IN ['current', 'superseded', 'retired'] } AS atoms
ORDER BY scope
