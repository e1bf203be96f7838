-- Keys are found by how they begin, which an index serves that compares bytes.
ALTER TABLE due_tasks ALTER COLUMN key TYPE text COLLATE "C";
