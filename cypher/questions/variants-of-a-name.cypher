// Variants and wider names
// What differs from a name by number, version or size, and what it belongs to.
WITH "CIFAR-100" AS name
MATCH (e:Entity)
WHERE any(spelling IN [e.name] + e.aliases WHERE toLower(spelling) = toLower(name))
MATCH (e)-[r:VARIANT_OF|BROADER]-(other:Entity)
RETURN startNode(r).name AS entity, type(r) AS relation, endNode(r).name AS of
ORDER BY relation, entity, of
