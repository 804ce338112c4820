-- Which master key sealed a key: its id, never itself. NULL where an older release sealed it.
ALTER TABLE sealing_keys ADD COLUMN master_key text COLLATE "C";
