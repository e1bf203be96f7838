-- A charge that was owed when somebody paused, with an end to the pause: nobody charges it later, and the merchant is told.
ALTER TABLE billing_cycles ADD COLUMN spared_by_pause boolean NOT NULL DEFAULT false;
CREATE INDEX billing_cycles_spared ON billing_cycles (shop_id, closed_at) WHERE spared_by_pause;
