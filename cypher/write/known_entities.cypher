// The entities of a scope that mentions may mean: by normalised name, by alias, by bare name, by a person's first name,
// and what those were merged into. The index hints keep a plan good that was made while the graph was still empty.
//
// mode: read
// param scope: STRING - the scope
// param keys: LIST<STRING> - normalised names
// param bares: LIST<STRING> - names without article, title, possessive and legal form
// param firsts: LIST<STRING> - first names
// param most: INTEGER - entities looked at of one bare or first name; more than one is ambiguous already
// returns id: STRING
// returns key: STRING
// returns kind: STRING
// returns name: STRING
// returns slot_key: STRING
// returns distinct: BOOLEAN
// returns mentions: INTEGER
// returns aliases: LIST<STRING>
// returns merged_into: STRING | NULL
CYPHER 25
CALL () {
  UNWIND $keys AS key
  MATCH (e:Entity {scope: $scope, key: key})
  USING INDEX e:Entity(scope, key)
  RETURN e
  UNION
  UNWIND $keys AS key
  MATCH (a:Alias {scope: $scope, key: key})
  USING INDEX a:Alias(scope, key)
  MATCH (a)-[:NAMES]->(e:Entity)
  RETURN e
  UNION
  UNWIND $bares AS bare
  CALL (bare) {
    MATCH (e:Entity {scope: $scope, bare: bare})
    USING INDEX e:Entity(scope, bare)
    RETURN e LIMIT $most
  }
  RETURN e
  UNION
  UNWIND $firsts AS first
  CALL (first) {
    MATCH (e:Entity {scope: $scope, first: first})
    USING INDEX e:Entity(scope, first)
    RETURN e LIMIT $most
  }
  RETURN e
}
CALL (e) {
  MATCH (e)-[:MERGED_INTO]->{0,}(o:Entity)
  RETURN o
}
WITH DISTINCT o AS e
RETURN e.id AS id, e.key AS key, e.kind AS kind, e.name AS name, coalesce(e.slot_key, e.key) AS slot_key,
       coalesce(e.distinct, false) AS distinct, COUNT { (e)<-[:ABOUT]-() } AS mentions,
       [(e)<-[:NAMES]-(a:Alias) | a.key] AS aliases,
       head([(e)-[:MERGED_INTO]->(o:Entity) | o.id]) AS merged_into
