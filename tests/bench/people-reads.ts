import type pg from "pg";
import { listActivity } from "#app/domain/activity/list-activity.ts";
import { listChargesOf } from "#app/domain/billing/attempts/list-charges-of.ts";
import { readChargeCalendar } from "#app/domain/billing/attempts/read-charge-calendar.ts";
import { listPastDue } from "#app/domain/billing/past-due/list-past-due.ts";
import { readStates } from "#app/domain/bulk-actions/read-states.ts";
import { listAppliedOffersForMerchant } from "#app/domain/churn/reports/list-applied-offers-for-merchant.ts";
import type { ShopContext } from "#app/domain/context.ts";
import { getCustomer } from "#app/domain/customers/get-customer.ts";
import { listNotes } from "#app/domain/customers/notes/list-notes.ts";
import { listMovementsOfCustomer } from "#app/domain/ledger/list-movements-of-customer.ts";
import { listMails } from "#app/domain/mail/outbox/list-mails.ts";
import type { CustomerFilters } from "#app/domain/members/customers/customer-filters.ts";
import { CUSTOMER_SORTS } from "#app/domain/members/customers/customer-sorts.ts";
import { listCustomers } from "#app/domain/members/customers/list-customers.ts";
import { readListedCustomers } from "#app/domain/members/customers/read-listed-customers.ts";
import { listSavedViews } from "#app/domain/saved-views/saved-views.ts";
import {
  listSubscriptionsOfCustomer,
  readSubscriptionIds,
} from "#app/domain/subscriptions/lists/list-of-customer.ts";

/** What the fill writes into, beside the tables of credit. */
export const PEOPLE_TABLES = [
  "activities",
  "billing_attempts",
  "billing_cycles",
  "customer_notes",
  "customer_tags",
  "loyalty_standings",
  "mails",
  "members",
  "subscriptions",
];

const PAGE = 25;
const DAY_MS = 86_400_000;

/**
 * Gives each of a store's customers a subscription with a membership and a charge, some a past due one, a tag or a tier, and the
 * store a million lines of its timeline. Rows only.
 */
export async function fillPeople(client: pg.Pool | pg.Client, shopId: bigint): Promise<void> {
  for (const statement of FILL) await client.query(statement, [String(shopId)]);
}

const FILL = [
  `UPDATE customers SET first_name = 'Ada', last_name = 'Lovelace ' || id,
     platform_created_at = timestamptz '2020-01-01' + id * interval '3 minutes' WHERE shop_id = $1`,
  `INSERT INTO subscriptions (shop_id, platform_contract_id, customer_id, kind, status, platform_status, plan_name,
     price_minor, currency, interval_unit, interval_count, next_billing_at, platform_created_at, platform_updated_at)
   SELECT c.shop_id, c.platform_customer_id, c.id, 'membership', s.status, s.status, 'Club', 1500, 'EUR', 'month', 1,
     CASE WHEN s.status = 'active' THEN now() + c.id % 40000 * interval '1 minute' END,
     timestamptz '2020-01-01' + c.id * interval '3 minutes', now()
   FROM customers c,
     LATERAL (SELECT (ARRAY['active', 'active', 'active', 'paused', 'cancelled'])[c.id % 5 + 1] AS status) s
   WHERE c.shop_id = $1 ORDER BY c.id`,
  `INSERT INTO members (shop_id, customer_id, subscription_id, status, plan_name, joined_at, created_at, updated_at)
   SELECT shop_id, customer_id, id, status, plan_name, platform_created_at, now(), now()
   FROM subscriptions WHERE shop_id = $1 ORDER BY id`,
  `INSERT INTO billing_cycles (shop_id, subscription_id, cycle_index, due_at, next_due_at, kept_day, kept_time, state, step,
     past_due_since, created_at, updated_at)
   SELECT shop_id, id, 1, now(), now(), 1, '00:00:00', 'past_due', 'retry', now(), now(), now()
   FROM subscriptions WHERE shop_id = $1 AND id % 100 = 0`,
  `INSERT INTO billing_cycles (shop_id, subscription_id, cycle_index, due_at, next_due_at, kept_day, kept_time, state, created_at,
     updated_at)
   SELECT shop_id, id, 1, now(), now(), 1, '00:00:00', 'open', now(), now()
   FROM subscriptions WHERE shop_id = $1 AND id % 100 > 0`,
  `INSERT INTO credit_accounts (shop_id, customer_id, unit, available_minor, entry_count, updated_at)
   SELECT shop_id, id, 'points', id % 7 * 100, 1, now() FROM customers WHERE shop_id = $1 AND id % 2 = 0`,
  `INSERT INTO billing_attempts (shop_id, subscription_id, past_cycle, attempt_number, idempotency_key, status, amount_minor,
     currency, created_at, completed_at)
   SELECT shop_id, id, n, 1, id || '-' || n, 'success', 1500, 'EUR', now() - n * interval '30 days', now()
   FROM subscriptions, generate_series(1, 5) n WHERE shop_id = $1 ORDER BY n, id`,
  `INSERT INTO customer_tags (shop_id, customer_id, tag, state, updated_at)
   SELECT shop_id, id, CASE WHEN id % 50 = 0 THEN 'rare' ELSE 'common' END, 'held', now() FROM customers WHERE shop_id = $1`,
  `INSERT INTO loyalty_standings (shop_id, customer_id, tier_id, amount)
   SELECT shop_id, id, CASE WHEN id % 50 = 0 THEN 2 ELSE 1 END, 0 FROM customers WHERE shop_id = $1`,
  `INSERT INTO activities (shop_id, customer_id, actor_kind, kind, message, created_at)
   SELECT shop_id, id, 'system', 'bench', 'Something happened', now() - n * interval '1 day'
   FROM customers, generate_series(1, 5) n WHERE shop_id = $1 ORDER BY n, id`,
  `INSERT INTO mails (shop_id, customer_id, kind, cause_key, state, created_at)
   SELECT shop_id, id, 'payment_failed', 'bench-' || id || '-' || n, 'sent', now()
   FROM customers, generate_series(1, 2) n WHERE shop_id = $1 ORDER BY n, id`,
  `INSERT INTO customer_notes (shop_id, customer_id, body, created_at)
   SELECT shop_id, id, 'Calls on Mondays', now() FROM customers, generate_series(1, 2) n WHERE shop_id = $1 ORDER BY n, id`,
];

/** Gives one customer a history of ten thousand lines of each kind. */
export async function fillHistory(
  client: pg.Pool | pg.Client,
  shopId: bigint,
  customerId: bigint,
): Promise<void> {
  for (const statement of HISTORY)
    await client.query(statement, [String(shopId), String(customerId)]);
}

const HISTORY = [
  `INSERT INTO credit_entries (shop_id, id, customer_id, unit, type_code, amount_minor, total_after_minor, message, created_at)
   SELECT $1, 10000000 + n, $2, 'money', 4, 100, n * 100, 'Filled', now() FROM generate_series(1, 10000) n`,
  `INSERT INTO activities (shop_id, customer_id, actor_kind, kind, message, created_at)
   SELECT $1, $2, 'system', 'bench', 'Something happened', now() - n * interval '1 hour' FROM generate_series(1, 10000) n`,
  `INSERT INTO billing_attempts (shop_id, subscription_id, past_cycle, attempt_number, idempotency_key, status, amount_minor,
     currency, created_at, completed_at)
   SELECT shop_id, id, 100 + n, 1, id || '-' || (100 + n), 'success', 1500, 'EUR', now() - n * interval '1 day', now()
   FROM subscriptions, generate_series(1, 10000) n WHERE shop_id = $1 AND customer_id = $2`,
  `INSERT INTO mails (shop_id, customer_id, kind, cause_key, state, created_at)
   SELECT $1, $2, 'payment_failed', 'history-' || n, 'sent', now() FROM generate_series(1, 10000) n`,
];

/** Each read of the list of customers, of the lists of charges and of a customer's page. */
export function peopleScreens(
  context: ShopContext,
  customerId: bigint,
): Record<string, () => Promise<unknown>> {
  const list = (filters: CustomerFilters, sort: (typeof CUSTOMER_SORTS)[number]) => async () => {
    const first = await listCustomers(context, filters, sort, null, PAGE);
    if (first.next) await listCustomers(context, filters, sort, first.next, PAGE);
    return readListedCustomers(context, first.ids);
  };
  const filters: [string, CustomerFilters][] = [
    ["all", {}],
    ["search", { words: ["lovelace", "5012"] }],
    ["search everybody", { words: ["lovelace"] }],
    ["members", { member: "any" }],
    ["canceled members", { member: "cancelled" }],
    ["subscribed", { subscribed: true }],
    ["past due", { pastDue: true }],
    ["with credit", { credit: true }],
    ["with points", { points: true }],
    ["of a rare tag", { tag: "rare" }],
    ["of a common tier", { tier: 1 }],
    ["of a rare tier, past due", { tier: 2, pastDue: true }],
    ["canceled members with a subscription", { member: "cancelled", subscribed: true }],
    ["nobody's beginning", { words: ["zq"] }],
  ];
  const place = { limit: PAGE, offset: 0 };
  const { db, shop } = context;
  const now = context.clock.now();
  return {
    ...Object.fromEntries(
      filters.flatMap(([name, of]) =>
        CUSTOMER_SORTS.map((sort) => [`people, ${name}, ${sort}`, list(of, sort)]),
      ),
    ),
    "people, calendar": () =>
      readChargeCalendar(context, { from: now, before: new Date(now.getTime() + 30 * DAY_MS) }),
    "people, failed payments": () => listPastDue(context, {}, "failed", place),
    "people, saved views": () => listSavedViews(context, "customers"),
    "people, page": async () => {
      await getCustomer(context, customerId);
      const ids = await readSubscriptionIds(context, customerId);
      await listSubscriptionsOfCustomer(context, customerId, place);
      await readStates(db.prisma, shop.id, ids);
      await listChargesOf(context, ids, place);
      await listAppliedOffersForMerchant(context, { subscriptionIds: ids }, "newest", PAGE);
      await listMails(context, { limit: PAGE, customerId });
      await listNotes(context, customerId, place);
      await listActivity(context, { customerId, limit: PAGE });
      await listMovementsOfCustomer(context, customerId, PAGE);
    },
  };
}
