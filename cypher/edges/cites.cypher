// From the citing paper to the cited one.
UNWIND $rows AS row
MATCH (a:Paper {id: row.source, made_by: 'citegraph'})
MATCH (b:Paper {id: row.target, made_by: 'citegraph'})
MERGE (a)-[r:CITES {made_by: 'citegraph'}]->(b)
WITH r, row.properties AS new
WHERE any(key IN keys(new) WHERE coalesce(r[key] <> new[key], (r[key] IS NULL) <> (new[key] IS NULL)))
SET r += new
