// What atoms are associated with already.
//
// mode: read
// param numbers: LIST<INTEGER> - the atoms
// param model: STRING - name of the embedding model: similar edges of another do not count
// returns number: INTEGER
// returns outgoing: INTEGER - how many edges go out
// returns joined: LIST<INTEGER> - numbers of the atoms at the other ends
CYPHER 25
UNWIND $numbers AS number
MATCH (n:Atom {number: number})
USING INDEX SEEK n:Atom(number)
WITH n, coalesce(n.associated_by, $model) = $model AS own
RETURN n.number AS number,
       COUNT { (n)-[r:ASSOCIATED]->() WHERE own OR r.origin <> 'similar' } AS outgoing,
       COLLECT { MATCH (n)-[r:ASSOCIATED]-(m:Atom)
                 WHERE m.number IS NOT NULL AND (r.origin <> 'similar' OR own) RETURN m.number } AS joined
