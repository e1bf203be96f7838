-- Marks which selection a request named: its key with another one is refused. Null for actions from before.
ALTER TABLE bulk_actions ADD COLUMN selection_mark text;
