-- The ground: stores, keys, sign-in, customers, plans, subscriptions, churn, a first ledger, and the
-- bookkeeping of work (tasks by business time, webhooks received, limits).
--
-- Every primary key starts with shop_id, and so does every unique index and foreign key, except on
-- the tables by which a request finds its shop: shops, api_keys (by hash) and sessions.
-- Money is integer minor units beside a currency. Instants are timestamptz.

CREATE TABLE shops (
  id                     bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  domain                 text NOT NULL UNIQUE,
  platform_shop_id       bigint,
  name                   text NOT NULL,
  contact_email          text NOT NULL,
  iana_timezone          text NOT NULL,
  currency               text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  plan                   text NOT NULL DEFAULT 'enterprise' CHECK (plan IN ('starter', 'growth', 'enterprise')),
  status                 text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'uninstalled', 'redacted')),
  is_development         boolean NOT NULL DEFAULT false,
  clock_offset_ms        bigint NOT NULL DEFAULT 0,
  settings               jsonb NOT NULL DEFAULT '{}',
  installed_at           timestamptz NOT NULL,
  uninstalled_at         timestamptz,
  imported_at            timestamptz,
  created_at             timestamptz NOT NULL DEFAULT now(),
  updated_at             timestamptz NOT NULL DEFAULT now(),
  CHECK (clock_offset_ms = 0 OR is_development)
);

CREATE TABLE sessions (
  id           text PRIMARY KEY,
  shop_domain  text NOT NULL,
  is_online    boolean NOT NULL,
  expires_at   timestamptz,
  payload      bytea NOT NULL,
  updated_at   timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX sessions_by_shop ON sessions (shop_domain);

CREATE TABLE api_keys (
  shop_id        bigint NOT NULL REFERENCES shops (id),
  id             bigint GENERATED ALWAYS AS IDENTITY,
  name           text NOT NULL,
  key_hash       bytea NOT NULL UNIQUE,
  last_four      text NOT NULL,
  scopes         text[] NOT NULL,
  created_by     text NOT NULL,
  created_at     timestamptz NOT NULL,
  last_used_at   timestamptz,
  last_used_for  text,
  expires_at     timestamptz,
  replaced_by_id bigint,
  revoked_at     timestamptz,
  PRIMARY KEY (shop_id, id),
  FOREIGN KEY (shop_id, replaced_by_id) REFERENCES api_keys (shop_id, id)
);

CREATE TABLE customers (
  shop_id              bigint NOT NULL REFERENCES shops (id),
  id                   bigint GENERATED ALWAYS AS IDENTITY,
  platform_customer_id bigint NOT NULL,
  email                text,
  first_name           text,
  last_name            text,
  locale               text,
  platform_created_at  timestamptz,
  platform_updated_at  timestamptz,
  redacted_at          timestamptz,
  created_at           timestamptz NOT NULL DEFAULT now(),
  updated_at           timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (shop_id, id),
  UNIQUE (shop_id, platform_customer_id)
);
CREATE INDEX customers_by_email ON customers (shop_id, lower(email));

CREATE TABLE plan_groups (
  shop_id           bigint NOT NULL REFERENCES shops (id),
  id                bigint GENERATED ALWAYS AS IDENTITY,
  platform_group_id bigint NOT NULL,
  name              text NOT NULL,
  kind              text NOT NULL CHECK (kind IN ('membership', 'product')),
  created_at        timestamptz NOT NULL DEFAULT now(),
  updated_at        timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (shop_id, id),
  UNIQUE (shop_id, platform_group_id)
);

CREATE TABLE plans (
  shop_id          bigint NOT NULL REFERENCES shops (id),
  id               bigint GENERATED ALWAYS AS IDENTITY,
  plan_group_id    bigint NOT NULL,
  platform_plan_id bigint NOT NULL,
  name             text NOT NULL,
  interval_unit    text CHECK (interval_unit IN ('day', 'week', 'month', 'year')),
  interval_count   integer CHECK (interval_count > 0),
  created_at       timestamptz NOT NULL DEFAULT now(),
  updated_at       timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (shop_id, id),
  UNIQUE (shop_id, platform_plan_id),
  FOREIGN KEY (shop_id, plan_group_id) REFERENCES plan_groups (shop_id, id)
);

CREATE TABLE subscriptions (
  shop_id              bigint NOT NULL REFERENCES shops (id),
  id                   bigint GENERATED ALWAYS AS IDENTITY,
  platform_contract_id bigint NOT NULL,
  customer_id          bigint,
  plan_id              bigint,
  kind                 text NOT NULL CHECK (kind IN ('membership', 'product')),
  status               text NOT NULL CHECK (status IN ('active', 'paused', 'cancelled')),
  platform_status      text NOT NULL CHECK (platform_status IN ('active', 'paused', 'cancelled', 'expired', 'failed')),
  plan_name            text NOT NULL,
  price_minor          bigint NOT NULL,
  currency             text NOT NULL,
  interval_unit        text NOT NULL CHECK (interval_unit IN ('day', 'week', 'month', 'year')),
  interval_count       integer NOT NULL CHECK (interval_count > 0),
  next_billing_at      timestamptz,
  ends_at              timestamptz,
  paused_until         timestamptz,
  cancel_reason        text,
  cancelled_at         timestamptz,
  last_charge_minor    bigint,
  last_charged_at      timestamptz,
  charge_running       boolean NOT NULL DEFAULT false,
  platform_created_at  timestamptz NOT NULL,
  platform_updated_at  timestamptz NOT NULL,
  created_at           timestamptz NOT NULL DEFAULT now(),
  updated_at           timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (shop_id, id),
  UNIQUE (shop_id, platform_contract_id),
  FOREIGN KEY (shop_id, customer_id) REFERENCES customers (shop_id, id),
  FOREIGN KEY (shop_id, plan_id) REFERENCES plans (shop_id, id)
);
CREATE INDEX subscriptions_by_customer ON subscriptions (shop_id, customer_id);

CREATE TABLE cancellation_reasons (
  shop_id     bigint NOT NULL REFERENCES shops (id),
  id          bigint GENERATED ALWAYS AS IDENTITY,
  alias       text NOT NULL CHECK (alias IN ('technical_issues', 'enough_items', 'too_expensive',
                'not_need_subscription', 'not_using_enough', 'not_found_products', 'order_issues',
                'use_another_service', 'other')),
  -- Null: the label that the contract gives to the alias.
  title       text,
  description text,
  help_kind   text CHECK (help_kind IN ('contact', 'help')),
  help_url    text,
  position    integer NOT NULL,
  active      boolean NOT NULL DEFAULT true,
  created_at  timestamptz NOT NULL DEFAULT now(),
  updated_at  timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (shop_id, id),
  UNIQUE (shop_id, alias)
);

CREATE TABLE churn_offers (
  shop_id                   bigint NOT NULL REFERENCES shops (id),
  id                        bigint GENERATED ALWAYS AS IDENTITY,
  name                      text NOT NULL,
  description               text NOT NULL DEFAULT '',
  type                      text NOT NULL CHECK (type IN ('discount_price', 'change_frequency', 'add_store_credits')),
  rules                     jsonb NOT NULL,
  active                    boolean NOT NULL DEFAULT true,
  once_per_customer_months  integer CHECK (once_per_customer_months > 0),
  archived_at               timestamptz,
  created_at                timestamptz NOT NULL DEFAULT now(),
  updated_at                timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (shop_id, id)
);

CREATE TABLE cancellation_reason_offers (
  shop_id    bigint NOT NULL REFERENCES shops (id),
  reason_id  bigint NOT NULL,
  offer_id   bigint NOT NULL,
  position   integer NOT NULL,
  PRIMARY KEY (shop_id, reason_id, offer_id),
  FOREIGN KEY (shop_id, reason_id) REFERENCES cancellation_reasons (shop_id, id),
  FOREIGN KEY (shop_id, offer_id) REFERENCES churn_offers (shop_id, id)
);

CREATE TABLE cancel_flows (
  shop_id          bigint NOT NULL REFERENCES shops (id),
  id               bigint GENERATED ALWAYS AS IDENTITY,
  public_id        uuid NOT NULL,
  subscription_id  bigint NOT NULL,
  reason_alias     text,
  note             text,
  offer_id         bigint,
  offer_shown_at   timestamptz,
  outcome          text NOT NULL DEFAULT 'open' CHECK (outcome IN ('open', 'saved', 'cancelled')),
  started_at       timestamptz NOT NULL,
  finished_at      timestamptz,
  PRIMARY KEY (shop_id, id),
  UNIQUE (shop_id, public_id),
  FOREIGN KEY (shop_id, subscription_id) REFERENCES subscriptions (shop_id, id),
  FOREIGN KEY (shop_id, offer_id) REFERENCES churn_offers (shop_id, id)
);

CREATE TABLE credit_accounts (
  shop_id       bigint NOT NULL REFERENCES shops (id),
  customer_id   bigint NOT NULL,
  unit          text NOT NULL CHECK (unit IN ('money', 'points')),
  balance_minor bigint NOT NULL DEFAULT 0 CHECK (balance_minor >= 0),
  updated_at    timestamptz NOT NULL,
  PRIMARY KEY (shop_id, customer_id, unit),
  FOREIGN KEY (shop_id, customer_id) REFERENCES customers (shop_id, id)
);

CREATE TABLE credit_entries (
  shop_id             bigint NOT NULL REFERENCES shops (id),
  id                  bigint GENERATED ALWAYS AS IDENTITY,
  customer_id         bigint NOT NULL,
  unit                text NOT NULL CHECK (unit IN ('money', 'points')),
  type_code           smallint NOT NULL,
  amount_minor        bigint NOT NULL CHECK (amount_minor <> 0),
  balance_after_minor bigint NOT NULL CHECK (balance_after_minor >= 0),
  message             text NOT NULL,
  expires_at          timestamptz,
  created_at          timestamptz NOT NULL,
  PRIMARY KEY (shop_id, id),
  FOREIGN KEY (shop_id, customer_id) REFERENCES customers (shop_id, id)
);
CREATE INDEX credit_entries_by_customer ON credit_entries (shop_id, customer_id, id);

CREATE TABLE credit_grants (
  shop_id          bigint NOT NULL REFERENCES shops (id),
  id               bigint GENERATED ALWAYS AS IDENTITY,
  customer_id      bigint NOT NULL,
  entry_id         bigint NOT NULL,
  unit             text NOT NULL CHECK (unit IN ('money', 'points')),
  amount_minor     bigint NOT NULL CHECK (amount_minor > 0),
  remaining_minor  bigint NOT NULL CHECK (remaining_minor BETWEEN 0 AND amount_minor),
  expires_at       timestamptz,
  created_at       timestamptz NOT NULL,
  PRIMARY KEY (shop_id, id),
  FOREIGN KEY (shop_id, customer_id) REFERENCES customers (shop_id, id),
  FOREIGN KEY (shop_id, entry_id) REFERENCES credit_entries (shop_id, id)
);
CREATE INDEX credit_grants_to_spend ON credit_grants (shop_id, customer_id, unit, expires_at, id)
  WHERE remaining_minor > 0;

CREATE TABLE applied_offers (
  shop_id                 bigint NOT NULL REFERENCES shops (id),
  id                      bigint GENERATED ALWAYS AS IDENTITY,
  subscription_id         bigint NOT NULL,
  offer_id                bigint NOT NULL,
  -- pending: claimed, the platform has not answered yet. refused: the platform said no.
  state                   text NOT NULL CHECK (state IN ('pending', 'active', 'cancelled', 'refused')),
  -- The offer as it was when it was accepted: later edits do not rewrite history.
  offer_snapshot          jsonb NOT NULL,
  reward                  jsonb,
  source                  text NOT NULL CHECK (source IN ('storefront', 'api', 'admin')),
  reason_alias            text,
  idempotency_key         text,
  draft_id                text,
  discount_gid            text,
  credit_grant_id         bigint,
  previous_interval_unit  text,
  previous_interval_count integer,
  price_minor             bigint NOT NULL,
  price_with_offer_minor  bigint NOT NULL,
  currency                text NOT NULL,
  refusal                 text,
  requested_at            timestamptz NOT NULL,
  accepted_at             timestamptz,
  cancelled_at            timestamptz,
  grace_ends_at           timestamptz,
  withdrawn_at            timestamptz,
  PRIMARY KEY (shop_id, id),
  FOREIGN KEY (shop_id, subscription_id) REFERENCES subscriptions (shop_id, id),
  FOREIGN KEY (shop_id, offer_id) REFERENCES churn_offers (shop_id, id),
  FOREIGN KEY (shop_id, credit_grant_id) REFERENCES credit_grants (shop_id, id),
  CHECK (state <> 'active' OR (reward IS NOT NULL AND accepted_at IS NOT NULL)),
  CHECK (state <> 'cancelled' OR (cancelled_at IS NOT NULL AND grace_ends_at IS NOT NULL))
);
-- The rule "one active offer per contract" is this index, not a check in code.
CREATE UNIQUE INDEX applied_offers_one_live_per_subscription
  ON applied_offers (shop_id, subscription_id) WHERE state IN ('pending', 'active');
CREATE INDEX applied_offers_by_subscription ON applied_offers (shop_id, subscription_id, id);

CREATE TABLE activities (
  shop_id         bigint NOT NULL REFERENCES shops (id),
  id              bigint GENERATED ALWAYS AS IDENTITY,
  customer_id     bigint,
  subscription_id bigint,
  actor_kind      text NOT NULL CHECK (actor_kind IN ('customer', 'merchant', 'api', 'system', 'platform')),
  actor_name      text,
  kind            text NOT NULL,
  message         text NOT NULL,
  details         jsonb NOT NULL DEFAULT '{}',
  created_at      timestamptz NOT NULL,
  PRIMARY KEY (shop_id, id),
  FOREIGN KEY (shop_id, customer_id) REFERENCES customers (shop_id, id),
  FOREIGN KEY (shop_id, subscription_id) REFERENCES subscriptions (shop_id, id)
);
CREATE INDEX activities_by_subscription ON activities (shop_id, subscription_id, id);
CREATE INDEX activities_by_customer ON activities (shop_id, customer_id, id);

-- Work that falls due at an instant of business time, which a test clock may move.
CREATE TABLE due_tasks (
  shop_id     bigint NOT NULL REFERENCES shops (id),
  id          bigint GENERATED ALWAYS AS IDENTITY,
  kind        text NOT NULL,
  key         text NOT NULL,
  payload     jsonb NOT NULL,
  due_at      timestamptz NOT NULL,
  -- Machine time before which a failed task is not tried again.
  retry_at    timestamptz,
  attempts    integer NOT NULL DEFAULT 0,
  last_error  text,
  done_at     timestamptz,
  created_at  timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (shop_id, id)
);
CREATE UNIQUE INDEX due_tasks_once ON due_tasks (shop_id, kind, key) WHERE done_at IS NULL;
CREATE INDEX due_tasks_open ON due_tasks (shop_id, due_at, id) WHERE done_at IS NULL;

-- One row per delivery that was taken in: what makes a repeated delivery harmless. Payloads are not
-- kept; the work that follows reads the present state from the platform.
CREATE TABLE webhook_receipts (
  shop_id       bigint NOT NULL REFERENCES shops (id),
  webhook_id    text NOT NULL,
  topic         text NOT NULL,
  triggered_at  timestamptz,
  received_at   timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (shop_id, webhook_id)
);

CREATE TABLE compliance_requests (
  shop_id              bigint NOT NULL REFERENCES shops (id),
  id                   bigint GENERATED ALWAYS AS IDENTITY,
  webhook_id           text NOT NULL,
  topic                text NOT NULL CHECK (topic IN ('customers/data_request', 'customers/redact', 'shop/redact')),
  platform_customer_id bigint,
  received_at          timestamptz NOT NULL,
  completed_at         timestamptz,
  -- What was found or erased; for a data request the person's data, for the merchant to hand on.
  result               jsonb,
  PRIMARY KEY (shop_id, id),
  UNIQUE (shop_id, webhook_id)
);

CREATE TABLE rate_limit_windows (
  shop_id       bigint NOT NULL REFERENCES shops (id),
  window_kind   text NOT NULL CHECK (window_kind IN ('minute', 'day')),
  window_start  timestamptz NOT NULL,
  used          bigint NOT NULL,
  PRIMARY KEY (shop_id, window_kind, window_start)
);
