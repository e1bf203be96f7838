-- What a failed charge may wait for: another payment method. The platform's name of the present one.
ALTER TABLE subscriptions ADD COLUMN payment_method text;
ALTER TABLE subscriptions ADD COLUMN payment_method_changed_at timestamptz;

-- The charges of each subscription, one row for each billing cycle that has fallen due.
CREATE TABLE billing_cycles (
  shop_id bigint NOT NULL,
  subscription_id bigint NOT NULL,
  -- The platform's own number.
  cycle_index integer NOT NULL,
  due_at timestamptz NOT NULL,
  -- When the cycle after it is due, as things stood when this one fell due.
  next_due_at timestamptz NOT NULL,
  -- What dates return to after a short month or a skipped hour.
  kept_day smallint NOT NULL,
  kept_time text NOT NULL,
  state text NOT NULL CHECK (state IN ('open', 'past_due', 'paid', 'skipped', 'given_up')),
  -- What dunning does next, from when, and why. Null unless past due.
  step text CHECK (step IN ('retry', 'wait_for_payment_method', 'confirm_payment', 'correct_address', 'stop',
    'final_action')),
  step_at timestamptz,
  decline_class text,
  reason text,
  past_due_since timestamptz,
  closed_at timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (shop_id, subscription_id, cycle_index),
  CHECK ((state IN ('open', 'past_due')) = (closed_at IS NULL))
);
SELECT distribute_by_shop('billing_cycles');
ALTER TABLE billing_cycles ADD FOREIGN KEY (shop_id) REFERENCES shops (id);
ALTER TABLE billing_cycles ADD FOREIGN KEY (shop_id, subscription_id) REFERENCES subscriptions (shop_id, id);
CREATE UNIQUE INDEX billing_cycles_one_open ON billing_cycles (shop_id, subscription_id) WHERE state IN ('open', 'past_due');
CREATE INDEX billing_cycles_past_due ON billing_cycles (shop_id, past_due_since, subscription_id) WHERE state = 'past_due';

-- Every charge that was asked for. Written before the platform is called, under the key that it is called with.
CREATE TABLE billing_attempts (
  shop_id bigint NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY,
  subscription_id bigint NOT NULL,
  cycle_index integer NOT NULL,
  -- Counts from 1 in each cycle.
  attempt_number integer NOT NULL,
  idempotency_key text NOT NULL,
  -- 'starting' until the platform has taken it; such a row is deleted when the platform does not.
  status text NOT NULL CHECK (status IN ('starting', 'pending', 'success', 'failed')),
  platform_attempt_id bigint,
  amount_minor bigint NOT NULL,
  currency text NOT NULL,
  payment_method text,
  allows_overselling boolean NOT NULL DEFAULT false,
  error_code text,
  error_message text,
  missing_items text[] NOT NULL DEFAULT '{}',
  -- Where the customer confirms the payment.
  action_url text,
  will_retry boolean NOT NULL DEFAULT false,
  next_retry_at timestamptz,
  -- The failed attempt that somebody asked to repeat by hand.
  retry_of bigint,
  platform_order_id bigint,
  created_at timestamptz NOT NULL,
  completed_at timestamptz,
  PRIMARY KEY (shop_id, id),
  CHECK ((status IN ('success', 'failed')) = (completed_at IS NOT NULL))
);
SELECT distribute_by_shop('billing_attempts');
ALTER TABLE billing_attempts ADD FOREIGN KEY (shop_id) REFERENCES shops (id);
ALTER TABLE billing_attempts ADD FOREIGN KEY (shop_id, subscription_id, cycle_index)
  REFERENCES billing_cycles (shop_id, subscription_id, cycle_index);
CREATE UNIQUE INDEX billing_attempts_once ON billing_attempts (shop_id, subscription_id, cycle_index, attempt_number);
CREATE UNIQUE INDEX billing_attempts_one_running ON billing_attempts (shop_id, subscription_id)
  WHERE status IN ('starting', 'pending');
CREATE INDEX billing_attempts_of_platform ON billing_attempts (shop_id, platform_attempt_id);
CREATE INDEX billing_attempts_by_subscription ON billing_attempts (shop_id, subscription_id, id);
CREATE INDEX billing_attempts_by_status ON billing_attempts (shop_id, status, id);
CREATE INDEX billing_attempts_by_creation ON billing_attempts (shop_id, created_at, id);
CREATE INDEX billing_attempts_by_method ON billing_attempts (shop_id, payment_method, created_at);

ALTER TABLE list_totals DROP CONSTRAINT list_totals_list_check;
ALTER TABLE list_totals ADD CONSTRAINT list_totals_list_check
  CHECK (list IN ('members', 'subscriptions', 'billing_attempts'));

CREATE INDEX subscriptions_due ON subscriptions (shop_id, next_billing_at) WHERE status = 'active';
