-- Where the platform's app proxy serves the app on the store: merchants may change it at any time.
ALTER TABLE shops ADD COLUMN proxy_path text NOT NULL DEFAULT '/apps/service-api';
