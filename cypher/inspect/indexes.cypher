// Every index with its state: doctor shows the ones that are not online.
//
// mode: autocommit
// returns name: STRING
// returns type: STRING
// returns state: STRING
// returns dimensions: INTEGER | NULL
CYPHER 25
SHOW INDEXES YIELD name, type, state, options
RETURN name, type, state, options.indexConfig['vector.dimensions'] AS dimensions
ORDER BY name
