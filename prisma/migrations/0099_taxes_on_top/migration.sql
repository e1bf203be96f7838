-- Whether taxes come on top of the store's prices. Of a store that is here already, the platform is asked by the next comparison.
ALTER TABLE shops ADD COLUMN taxes_on_top boolean NOT NULL DEFAULT false;
