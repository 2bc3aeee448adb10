// What a reader's scopes know at the time asked, where a recall finds no atom that holds then: says why.
//
// mode: read
// param scopes: LIST<STRING> - the reader's scopes
// param known: ZONED DATETIME - what was learnt later does not count
// returns known: BOOLEAN - whether any atom was recorded by then
// returns stored: BOOLEAN - whether any atom is stored at all
CYPHER 25
CALL () {
  MATCH (n:Atom) WHERE n.scope IN $scopes AND n.status IN ['current', 'superseded', 'retired'] AND n.recorded_at <= $known
  RETURN n AS one LIMIT 1
  UNION ALL
  MATCH (n:Atom) WHERE n.scope IN $scopes AND n.status IN ['current', 'superseded', 'retired']
  RETURN null AS one LIMIT 1
}
RETURN count(one) > 0 AS known, count(*) > 0 AS stored
