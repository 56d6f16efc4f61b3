// The complete relation: one edge for each paper and entity that it mentions.
UNWIND $rows AS row
MATCH (a:Paper {id: row.source, made_by: 'citegraph'})
MATCH (b:Entity {id: row.target, made_by: 'citegraph'})
MERGE (a)-[r:MENTIONS {made_by: 'citegraph'}]->(b)
WITH r, row.properties AS new
WHERE any(key IN keys(new) WHERE coalesce(r[key] <> new[key], (r[key] IS NULL) <> (new[key] IS NULL)))
SET r += new
