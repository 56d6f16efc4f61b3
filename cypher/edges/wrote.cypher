// Where the input names its authors.
UNWIND $rows AS row
MATCH (a:Author {id: row.source, made_by: 'citegraph'})
MATCH (b:Paper {id: row.target, made_by: 'citegraph'})
MERGE (a)-[r:WROTE {made_by: 'citegraph'}]->(b)
