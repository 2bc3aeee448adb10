// Atoms that do not carry exactly one of the labels Semantic, Episodic, Procedural and Quarantined. There are none, unless
// something other than Mnemosaic wrote to the graph; at most 100 are shown.
//
// mode: read
// returns id: STRING
// returns scope: STRING
// returns labels: LIST<STRING> - those of the four that it carries
CYPHER 25
MATCH (n:Atom)
WITH n, [label IN labels(n) WHERE label IN ['Semantic', 'Episodic', 'Procedural', 'Quarantined']] AS types
WHERE size(types) <> 1
RETURN n.id AS id, n.scope AS scope, types AS labels
ORDER BY id
LIMIT 100
