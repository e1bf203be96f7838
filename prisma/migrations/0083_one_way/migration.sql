-- The row of a fact is found by the fact, which few rows share, and not by the export and its generation, which look as good to a
-- planner without statistics.
DROP INDEX export_rows_of_source;
CREATE UNIQUE INDEX export_rows_of_source ON export_rows (shop_id, source_id, export, generation);

-- What fails, for the list of what a merchant should look at: among all that is planned it is nothing.
CREATE INDEX due_tasks_failing ON due_tasks (shop_id, due_at) WHERE done_at IS NULL AND last_error IS NOT NULL;
