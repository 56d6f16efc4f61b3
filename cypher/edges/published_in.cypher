// Where the input names its venue.
UNWIND $rows AS row
MATCH (a:Paper {id: row.source, made_by: 'citegraph'})
MATCH (b:Venue {id: row.target, made_by: 'citegraph'})
MERGE (a)-[r:PUBLISHED_IN {made_by: 'citegraph'}]->(b)
