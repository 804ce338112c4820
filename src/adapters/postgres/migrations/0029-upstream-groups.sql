-- Whose groups at a provider are which groups here.
ALTER TABLE upstreams ADD COLUMN group_mapping text COLLATE "C";
