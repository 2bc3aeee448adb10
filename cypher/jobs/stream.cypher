// A node property of a projection. Many values in a row: one row for each would take most of the time of a job.
//
// mode: read
// param graph: STRING - name of the projection
// param property: STRING - name of the property
// param block: INTEGER - how many values in a row at most
// returns nodes: LIST<INTEGER> - what tells the nodes of the projection apart
// returns values: LIST<INTEGER | FLOAT> - the property of each
CYPHER 25
CALL gds.graph.nodeProperty.stream($graph, $property)
YIELD nodeId, propertyValue
WITH nodeId / $block AS row, collect(nodeId) AS nodes, collect(propertyValue) AS values
RETURN nodes, values
