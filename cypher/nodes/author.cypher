// Authors; what is unchanged is not written.
UNWIND $rows AS row
MERGE (n:Author {id: row.id, made_by: 'citegraph'})
WITH n, row.properties AS new
WHERE any(key IN keys(new) WHERE coalesce(n[key] <> new[key], (n[key] IS NULL) <> (new[key] IS NULL)))
SET n += new
