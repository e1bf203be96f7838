-- A line has the day that it ends on. Which instant that is depends on where the store is when the line is applied.
ALTER TABLE credit_file_lines DROP COLUMN expires_at;
ALTER TABLE loyalty_file_lines DROP COLUMN expires_at;
