-- The first number of the lock; `app/core/worker-presence.ts` takes it.
CREATE OR REPLACE FUNCTION worker_presence_lock() RETURNS integer LANGUAGE sql IMMUTABLE AS 'SELECT 7301119';
