// Whether Graph Data Science is installed: one row, or none.
//
// mode: autocommit
// returns name: STRING
CYPHER 25
SHOW FUNCTIONS YIELD name
WHERE name = 'gds.version'
RETURN name
