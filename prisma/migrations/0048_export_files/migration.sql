-- Files that a merchant had made of an export. Kept a week.
CREATE TABLE export_files (
  shop_id bigint NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY,
  export text NOT NULL,
  format text NOT NULL CHECK (format IN ('csv', 'jsonl', 'parquet')),
  -- Rows with a date of their own from this day on, up to and with that one.
  from_day date,
  to_day date,
  -- Fields with the one value that a row must have.
  filters jsonb NOT NULL DEFAULT '{}',
  -- Names the request: sent twice, it makes one file.
  source_key text NOT NULL,
  state text NOT NULL CHECK (state IN ('waiting', 'running', 'ready', 'removed')),
  -- Counts the runs: only the latest one may write.
  run integer NOT NULL DEFAULT 0,
  -- How far it has come: rows that it has looked at, of so many that there were when it began.
  seen_count bigint NOT NULL DEFAULT 0,
  total_count bigint,
  row_count bigint NOT NULL DEFAULT 0,
  byte_count bigint NOT NULL DEFAULT 0,
  -- Why there is none, or none yet, in words for the merchant.
  reason text,
  actor_kind text NOT NULL,
  actor_name text,
  created_at timestamptz NOT NULL,
  finished_at timestamptz,
  expires_at timestamptz,
  PRIMARY KEY (shop_id, id),
  UNIQUE (shop_id, source_key)
);
SELECT distribute_by_shop('export_files');
ALTER TABLE export_files ADD FOREIGN KEY (shop_id) REFERENCES shops (id);
CREATE INDEX export_files_kept ON export_files (shop_id, id) WHERE state IN ('waiting', 'running', 'ready');

-- What is in a file, in pieces, each compressed by itself.
CREATE TABLE export_file_parts (
  shop_id bigint NOT NULL,
  file_id bigint NOT NULL,
  position integer NOT NULL,
  content bytea NOT NULL,
  PRIMARY KEY (shop_id, file_id, position)
);
SELECT distribute_by_shop('export_file_parts');
ALTER TABLE export_file_parts ADD FOREIGN KEY (shop_id, file_id) REFERENCES export_files (shop_id, id);
-- It is compressed already.
ALTER TABLE export_file_parts ALTER COLUMN content SET STORAGE EXTERNAL;

-- How far each key has read each export of the Data API.
CREATE TABLE export_reads (
  shop_id bigint NOT NULL,
  api_key_id bigint NOT NULL,
  export text NOT NULL,
  read_at timestamptz NOT NULL,
  -- The highest id, or the highest page, that it was given.
  reached bigint NOT NULL,
  pages bigint NOT NULL,
  PRIMARY KEY (shop_id, api_key_id, export)
);
SELECT distribute_by_shop('export_reads');
ALTER TABLE export_reads ADD FOREIGN KEY (shop_id, api_key_id) REFERENCES api_keys (shop_id, id);
