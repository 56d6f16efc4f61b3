// Entities that only one paper has
// Names that join nothing yet: new ones, rare ones, or slips.
MATCH (e:Entity)<-[:MENTIONS]-(p:Paper)
WITH e, collect(p.title) AS titles
WHERE size(titles) = 1
RETURN e.kind AS kind, e.name AS entity, e.status AS status, titles[0] AS paper
ORDER BY kind, entity
LIMIT 100
