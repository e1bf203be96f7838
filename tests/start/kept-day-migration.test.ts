import { expect, test } from "vitest";
import { databaseBefore } from "./earlier-database.ts";

test("a contract keeps the day of its latest charge, and a running pause the date on which it would have been charged", async () => {
  const { client, migrate } = await databaseBefore("0090_kept_day");
  await client.query(`
    INSERT INTO shops (domain, name, contact_email, iana_timezone, currency, plan, installed_at)
    VALUES ('one.example', 'One', 'a@example.com', 'Europe/Berlin', 'EUR', 'enterprise', now())`);
  await client.query(`
    INSERT INTO subscriptions (shop_id, platform_contract_id, kind, status, platform_status, plan_name, price_minor, currency,
      interval_unit, interval_count, next_billing_at, paused_until, billing_resumes_at, platform_created_at, platform_updated_at)
    SELECT 1, place, 'product', status, status, 'Box', 1000, 'EUR', unit, 1, next, until, resumes, now(), now()
    FROM (VALUES
      (1, 'active', 'month', timestamptz '2027-02-28T08:00Z', NULL::timestamptz, NULL::timestamptz),
      (2, 'active', 'month', '2027-02-28T08:00Z', NULL, NULL),
      (3, 'active', 'month', '2027-02-28T08:00Z', NULL, NULL),
      -- Over before its end, and the clocks go forward in between.
      (4, 'paused', 'month', '2027-01-24T08:00Z', '2027-03-28T10:00Z', '2027-02-24T08:00Z'),
      (5, 'paused', 'week', '2027-03-20T08:00Z', '2027-03-28T10:00Z', '2027-04-20T07:00Z'),
      (6, 'paused', 'month', '2027-01-24T08:00Z', NULL, NULL)
    ) given (place, status, unit, next, until, resumes);
    INSERT INTO billing_cycles (shop_id, subscription_id, cycle_index, due_at, next_due_at, kept_day, kept_time, state, closed_at, created_at, updated_at)
    SELECT 1, s.id, c.nr, '2027-01-31T08:00Z', next::timestamptz, 31, '09:00:00', 'paid', now(), now(), now()
    FROM subscriptions s JOIN (VALUES
      (1, 1, '2027-01-31T08:00Z'), (1, 2, '2027-02-28T08:00Z'),
      -- An offer has moved the charge since, and none was made of the third.
      (2, 1, '2027-02-28T08:00Z'), (2, 2, '2027-03-15T08:00Z')
    ) c (contract, nr, next) ON c.contract = s.platform_contract_id`);
  await migrate();
  const { rows } = await client.query(`
    SELECT kept_day, kept_time, billing_resumes_at FROM subscriptions ORDER BY platform_contract_id`);
  expect(rows.map(Object.values)).toEqual([
    [31, "09:00:00", null],
    [null, null, null],
    [null, null, null],
    [null, null, new Date("2027-04-24T07:00:00Z")],
    [null, null, new Date("2027-04-20T07:00:00Z")],
    [null, null, null],
  ]);
  // From now on no pause can be stored that ends after its charge.
  const late = client.query(
    "UPDATE subscriptions SET paused_until = billing_resumes_at WHERE platform_contract_id = 5",
  );
  await expect(late).rejects.toThrow("subscriptions_charged_after_pause");
});
