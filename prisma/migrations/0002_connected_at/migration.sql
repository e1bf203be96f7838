-- When the platform last let us in by a fresh token: news of an uninstall that are older are over.
ALTER TABLE shops ADD COLUMN connected_at timestamptz NOT NULL DEFAULT now();
