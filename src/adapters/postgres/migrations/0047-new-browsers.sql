-- TRUE for a sign-in in a browser that the account had not seen. Absent from other entries, and from those of an older release.
ALTER TABLE activity ADD COLUMN is_new_browser boolean;
