// The neighbourhood of a name, as a picture
// The papers that mention it and what else those mention. Look at it as a graph.
WITH "GSM8K" AS name
MATCH path = (e:Entity)<-[:MENTIONS]-(:Paper)-[:MENTIONS]->(:Entity)
WHERE any(spelling IN [e.name] + e.aliases WHERE toLower(spelling) = toLower(name))
RETURN path
LIMIT 200
