// Techniques compared with a technique
// Techniques that papers set beside the one named, with the sentence.
WITH "mixup" AS name
MATCH (t:Technique)<-[:MENTIONS]-(p:Paper)-[r:COMPARES_WITH]->(other:Technique)
WHERE any(spelling IN [t.name] + t.aliases WHERE toLower(spelling) = toLower(name)) AND other.id <> t.id
RETURN other.name AS technique, p.title AS paper, r.sentence AS sentence
ORDER BY technique, paper
