// Shared entities, rare ones weighing more; from the smaller id to the larger, read both ways.
UNWIND $rows AS row
MATCH (a:Paper {id: row.source, made_by: 'citegraph'})
MATCH (b:Paper {id: row.target, made_by: 'citegraph'})
MERGE (a)-[r:RELATED_TO {made_by: 'citegraph'}]->(b)
WITH r, row.properties AS new
WHERE any(key IN keys(new) WHERE coalesce(r[key] <> new[key], (r[key] IS NULL) <> (new[key] IS NULL)))
SET r += new
