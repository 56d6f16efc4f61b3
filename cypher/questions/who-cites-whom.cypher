// Who cites whom
// Citations as they stand in the texts. A work that is only cited is there as a stub, such as "Lund et al. (2019)".
MATCH (p:Paper)-[r:CITES]->(cited:Paper)
RETURN p.title AS paper, cited.title AS cites, cited.stub AS only_cited, r.sentence AS sentence
ORDER BY paper, cites
LIMIT 100
