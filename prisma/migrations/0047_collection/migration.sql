-- What a shopper wrote before they cancelled, for the export of the timeline.

CREATE INDEX cancel_flows_noted ON cancel_flows (shop_id, subscription_id, id)
  WHERE outcome = 'cancelled' AND note IS NOT NULL;
