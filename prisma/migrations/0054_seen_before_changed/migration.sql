-- What the merchant was shown of each subscription, as a short mark: one that has changed since is left as it is. Null for
-- actions from before.
ALTER TABLE bulk_action_rows ADD COLUMN seen_mark text;
-- Written in the transaction that begins to change the subscription: from then on it differs from what was shown by this action.
ALTER TABLE bulk_action_rows ADD COLUMN is_begun boolean NOT NULL DEFAULT false;

-- Failed charges that wait for the merchant, and charges that wait for their customer's confirmation: few beside the others.
CREATE INDEX billing_cycles_for_merchant ON billing_cycles (shop_id, past_due_since, subscription_id)
  WHERE state = 'past_due' AND step = 'stop';
CREATE INDEX billing_attempts_to_confirm ON billing_attempts (shop_id, created_at, id)
  WHERE status = 'pending' AND action_url IS NOT NULL;
