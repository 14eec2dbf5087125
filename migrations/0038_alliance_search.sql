-- Finds alliances by the beginning of their name or tag. The server writes the key; NULL: no name to find it by.
ALTER TABLE alliances ADD COLUMN name_key text COLLATE "C" NULL;

UPDATE alliances SET name_key = lower(normalize(name, NFKC)) WHERE dissolved_at IS NULL;

CREATE INDEX alliances_by_name ON alliances (name_key, id) WHERE dissolved_at IS NULL;
CREATE INDEX alliances_by_tag ON alliances (tag_key COLLATE "C", id) WHERE dissolved_at IS NULL;
