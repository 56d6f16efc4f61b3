// From a variant (another number, version or size) to what it varies.
UNWIND $rows AS row
MATCH (a:Entity {id: row.source, made_by: 'citegraph'})
MATCH (b:Entity {id: row.target, made_by: 'citegraph'})
MERGE (a)-[r:VARIANT_OF {made_by: 'citegraph'}]->(b)
