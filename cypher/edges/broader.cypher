// From the narrower entity to the wider one.
UNWIND $rows AS row
MATCH (a:Entity {id: row.source, made_by: 'citegraph'})
MATCH (b:Entity {id: row.target, made_by: 'citegraph'})
MERGE (a)-[r:BROADER {made_by: 'citegraph'}]->(b)
