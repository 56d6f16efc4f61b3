// One node of ours per id. Nodes of other people have no made_by, so nothing here binds them.
CREATE CONSTRAINT IF NOT EXISTS FOR (n:Paper) REQUIRE (n.id, n.made_by) IS UNIQUE;
CREATE CONSTRAINT IF NOT EXISTS FOR (n:Entity) REQUIRE (n.id, n.made_by) IS UNIQUE;
CREATE CONSTRAINT IF NOT EXISTS FOR (n:Author) REQUIRE (n.id, n.made_by) IS UNIQUE;
CREATE CONSTRAINT IF NOT EXISTS FOR (n:Venue) REQUIRE (n.id, n.made_by) IS UNIQUE;
