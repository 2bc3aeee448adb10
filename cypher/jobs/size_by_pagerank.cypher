// Mark the atoms of a scope by their PageRank with labels that docker/browser.grass draws larger and smaller: a style of
// Browser selects by label alone. Run it again after the jobs; the labels mean nothing to the engine.
//
// mode: write
// param scope: STRING - the scope
// returns central: INTEGER - atoms of more than one and a half times the mean
// returns marginal: INTEGER - atoms of less than two thirds of it
CYPHER 25
MATCH (n:Atom {scope: $scope})
REMOVE n:Central:Marginal
WITH collect(n) AS atoms, avg(n.pagerank) AS mean
UNWIND atoms AS n
WITH n, n.pagerank > 1.5 * mean AS central, n.pagerank < mean / 1.5 AS marginal
FOREACH (one IN CASE WHEN central THEN [n] ELSE [] END | SET one:Central)
FOREACH (one IN CASE WHEN marginal THEN [n] ELSE [] END | SET one:Marginal)
RETURN count(CASE WHEN central THEN 1 END) AS central, count(CASE WHEN marginal THEN 1 END) AS marginal
