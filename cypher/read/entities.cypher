// The entities of one scope that bear a name; two where it stands for two things.
//
// mode: read
// param scope: STRING - the scope
// param key: STRING - the casefolded name
// returns id: STRING
// returns kind: STRING - person, place, organisation, thing or value
// returns atoms: INTEGER - how many atoms are about it
CYPHER 25
MATCH (e:Entity {scope: $scope, key: $key})
USING INDEX e:Entity(scope, key)
RETURN e.id AS id, e.kind AS kind, COUNT { (e)<-[:ABOUT]-(:Atom) } AS atoms
ORDER BY atoms DESC, id
