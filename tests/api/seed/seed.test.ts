import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createApiKey } from "#app/domain/api-keys/create-api-key.ts";
import { UserFacingError } from "#scripts/process/user-facing-error.ts";
import type { SeedCommand } from "#scripts/seed/seed-command.ts";
import { seedStore } from "#scripts/seed/seed-store.ts";
import type { AnyJson } from "#tests/support/any-json.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";

const DAY_MS = 86_400_000;
const yesterday = new Date(Date.now() - DAY_MS - 3 * 3_600_000).toISOString().slice(0, 10);
const sizes = { customers: 200, orders: 1000, subscriptions: 80, seed: 5, until: yesterday };

let testApp: TestApp;
let key: string;
const one = "seeded-one.myshopify.com";
const other = "seeded-other.myshopify.com";

beforeAll(async () => {
  testApp = await startTestApp({ worker: false });
  for (const shop of [one, other]) await seed({ shop });
  const context = await testApp.openShop(one);
  key = (await createApiKey(context, { name: "Test" })).secret;
});
afterAll(() => testApp.close());

function seed(command: Partial<SeedCommand>, say: (line: string) => void = () => {}) {
  return seedStore(testApp.app.db, { ...sizes, shop: "seeded-5.myshopify.com", ...command }, say);
}

async function read<T extends Record<string, unknown>>(sql: string, shop = one): Promise<T[]> {
  const context = await testApp.openShop(shop);
  const { rows } = await testApp.app.db.pool.query<T>(sql, [String(context.shop.id)]);
  return rows;
}

/** The rows of a table without what the database has made. */
async function factsOf(shop: string, table: string): Promise<string[]> {
  const rows = await read<{ row: Record<string, unknown> }>(
    `SELECT to_jsonb(t) AS row FROM ${table} t WHERE shop_id = $1`,
    shop,
  );
  const isMade = (name: string) =>
    /(^|_)id$/.test(name) && !name.startsWith("platform_") && name !== "public_id";
  return rows
    .filter(({ row }) => row.kind !== "api_key.created")
    .map(({ row }) => {
      const { details: _details, offer_snapshot: _snapshot, source_key: _key, ...facts } = row;
      return JSON.stringify(Object.entries(facts).filter(([name]) => !isMade(name)));
    })
    .sort();
}

async function core(path: string): Promise<AnyJson> {
  const headers = { authorization: `Bearer ${key}` };
  const answer = await fetch(`${testApp.url}/api/v1${path}`, { headers });
  expect(answer.status).toBe(200);
  return answer.json();
}

describe("a seeded store", () => {
  test.each([
    ...["customers", "subscriptions", "members", "orders", "order_refunds", "order_disputes"],
    ...["order_subscriptions", "billing_cycles", "billing_attempts", "cancel_flows"],
    ...["applied_offers", "credit_accounts", "credit_entries", "credit_grants"],
    ...["credit_allocations", "credit_holds", "activities", "credit_days"],
  ])("has the same %s as another one of the same seed", async (table) => {
    const facts = await factsOf(one, table);
    expect(facts.length).toBeGreaterThan(0);
    expect(await factsOf(other, table)).toEqual(facts);
  });

  test("has the sizes that were asked for", async () => {
    const [counts] = await read(`
      SELECT (SELECT count(*)::int FROM customers WHERE shop_id = $1) AS customers,
        (SELECT count(*)::int FROM orders WHERE shop_id = $1) AS orders,
        (SELECT count(*)::int FROM subscriptions WHERE shop_id = $1) AS subscriptions`);
    const { customers, orders, subscriptions } = sizes;
    expect(counts).toEqual({ customers, orders, subscriptions });
  });

  test("owes its customers what its ledger adds up to, entry by entry and grant by grant", async () => {
    const wrong = await read(`
      SELECT a.customer_id FROM credit_accounts a
      LEFT JOIN LATERAL (
        SELECT coalesce(sum(amount_minor) FILTER (WHERE status = 0), 0) AS moved,
          count(*) FILTER (WHERE status IN (0, 1)) AS entries,
          coalesce(sum(amount_minor) FILTER (WHERE amount_minor > 0 AND type_code NOT IN (3, 10)), 0) AS issued,
          -coalesce(sum(amount_minor) FILTER (WHERE status = 0 AND type_code IN (2, 3)), 0) AS used
        FROM credit_entries e
        WHERE e.shop_id = a.shop_id AND e.customer_id = a.customer_id AND e.unit = a.unit) e ON true
      LEFT JOIN LATERAL (
        SELECT coalesce(sum(remaining_minor), 0) AS remaining FROM credit_grants g
        WHERE g.shop_id = a.shop_id AND g.customer_id = a.customer_id AND g.unit = a.unit) g ON true
      WHERE a.shop_id = $1 AND (a.available_minor <> e.moved OR a.available_minor <> g.remaining
        OR a.entry_count <> e.entries OR a.issued_minor <> e.issued OR a.used_minor <> e.used)`);
    expect(wrong).toEqual([]);
    expect(
      await read(`
        SELECT g.id FROM credit_grants g
        WHERE g.shop_id = $1 AND g.amount_minor - g.remaining_minor <> (
          SELECT coalesce(sum(a.amount_minor), 0) FROM credit_allocations a
          JOIN credit_entries e ON e.shop_id = a.shop_id AND e.id = a.entry_id
          WHERE a.shop_id = g.shop_id AND a.grant_id = g.id AND e.status = 0)`),
    ).toEqual([]);
    expect(
      await read(`
        SELECT e.id FROM credit_entries e
        WHERE e.shop_id = $1 AND e.amount_minor < 0 AND -e.amount_minor <> (
          SELECT coalesce(sum(a.amount_minor), 0) FROM credit_allocations a
          WHERE a.shop_id = e.shop_id AND a.entry_id = e.id)`),
    ).toEqual([]);
    expect(
      await read(`
        SELECT id FROM (
          SELECT id, created_at, total_after_minor,
            sum(CASE status WHEN 0 THEN amount_minor ELSE 0 END) OVER account AS total,
            lag(created_at) OVER account AS before
          FROM credit_entries WHERE shop_id = $1
          WINDOW account AS (PARTITION BY customer_id, unit ORDER BY id)) e
        WHERE total <> total_after_minor OR before > created_at`),
    ).toEqual([]);
  });

  test("has no fact that belongs to somebody else", async () => {
    const foreign = await read(`
      SELECT o.id FROM orders o
      JOIN order_subscriptions l ON l.shop_id = o.shop_id AND l.order_id = o.id
      JOIN subscriptions s ON s.shop_id = o.shop_id AND s.id = l.subscription_id
      WHERE o.shop_id = $1 AND (s.customer_id IS DISTINCT FROM o.customer_id OR s.plan_id <> l.plan_id
        OR s.platform_contract_id <> l.platform_contract_id OR l.total_minor <> o.total_minor
        OR l.processed_at <> o.processed_at OR l.is_renewal <> o.is_renewal)
      UNION ALL
      SELECT e.id FROM credit_entries e
      LEFT JOIN orders o ON o.shop_id = e.shop_id
        AND 'gid://platform/Order/' || o.platform_order_id = e.order_gid
      WHERE e.shop_id = $1 AND e.order_gid IS NOT NULL
        AND (o.customer_id IS DISTINCT FROM e.customer_id OR o.name <> e.order_name)
      UNION ALL
      SELECT a.id FROM billing_attempts a
      JOIN subscriptions s ON s.shop_id = a.shop_id AND s.id = a.subscription_id
      LEFT JOIN orders o ON o.shop_id = a.shop_id AND o.platform_order_id = a.platform_order_id
      WHERE a.shop_id = $1 AND a.status = 'success'
        AND (o.customer_id IS DISTINCT FROM s.customer_id OR o.total_minor <> a.amount_minor)`);
    expect(foreign).toEqual([]);
  });

  test("has rows in the order of their time, but for the late ones", async () => {
    const [found] = await read<{ late: number; out_of_order: number }>(`
      SELECT count(*) FILTER (WHERE created_at > platform_created_at + interval '12 hours')::int AS late,
        count(*) FILTER (WHERE created_at < before)::int AS out_of_order
      FROM (SELECT created_at, platform_created_at, lag(created_at) OVER (ORDER BY id) AS before
            FROM orders WHERE shop_id = $1) o`);
    expect(found?.out_of_order).toBe(0);
    expect(found?.late).toBeGreaterThan(0);
  });

  test("is listed by the core API with the totals of its rows", async () => {
    const totals = await read<{ list: string; status: string; total: number }>(`
      SELECT 'members' AS list, status, count(*)::int AS total FROM members WHERE shop_id = $1 GROUP BY status
      UNION ALL
      SELECT 'subscriptions', status, count(*)::int FROM subscriptions WHERE shop_id = $1 GROUP BY status
      UNION ALL
      SELECT 'billing-attempts', status, count(*)::int FROM billing_attempts WHERE shop_id = $1 GROUP BY status`);
    expect(totals.length).toBeGreaterThan(5);
    for (const { list, status, total } of totals) {
      const { meta, data } = await core(`/${list}?status=${status}&limit=100`);
      expect({ list, status, total: meta.total }).toEqual({ list, status, total });
      expect(data).toHaveLength(Math.min(100, total));
    }
    const { meta } = await core("/subscriptions");
    expect(meta.total).toBe(sizes.subscriptions);
  });

  test("has an overview that equals its facts", async () => {
    const { data } = await core("/analytics/overview?period=365d");
    const [facts] = await read<Record<string, string>>(`
      SELECT (SELECT sum(total_minor) FROM orders WHERE shop_id = $1 AND processed_at >= d.begin) AS revenue,
        (SELECT count(*) FROM billing_attempts WHERE shop_id = $1 AND created_at >= d.begin) AS attempts,
        (SELECT count(*) FROM cancel_flows WHERE shop_id = $1 AND started_at >= d.begin) AS flows,
        (SELECT count(*) FROM members WHERE shop_id = $1 AND status = 'active') AS active,
        (SELECT sum(monthly_worth_minor) FROM subscriptions WHERE shop_id = $1) AS mrr,
        (SELECT sum(available_minor) FROM credit_accounts WHERE shop_id = $1 AND unit = 'money') AS owed
      FROM (SELECT '${data.from}'::timestamp AT TIME ZONE 'Europe/Berlin' AS begin) d`);
    const money = (minor: unknown) => (Number(minor) / 100).toFixed(2);
    expect(data).toMatchObject({
      revenue: { total: money(facts?.revenue), mrr: money(facts?.mrr) },
      billing: { attempts: Number(facts?.attempts) },
      retention: { cancel_flows: Number(facts?.flows) },
      members: { active: Number(facts?.active) },
      store_credit: { outstanding: money(facts?.owed) },
    });
    expect(Number(data.revenue.recurring)).toBeGreaterThan(0);
    expect(Number(data.store_credit.issued)).toBeGreaterThan(0);
  });

  test("has no more to expire by the end of its history, and a task for what expires next", async () => {
    const [found] = await read<{ overdue: number; tasks: number }>(`
      SELECT (SELECT count(*)::int FROM credit_grants g JOIN shops s ON s.id = g.shop_id
          WHERE g.shop_id = $1 AND remaining_minor > 0
            AND expires_at <= (s.settings -> 'seeded' ->> 'until')::timestamptz) AS overdue,
        (SELECT count(*)::int FROM due_tasks WHERE shop_id = $1 AND kind = 'expire-credit') AS tasks`);
    expect(found).toEqual({ overdue: 0, tasks: 1 });
  });

  test("takes new rows after those that were filled in", async () => {
    const context = await testApp.openShop(one);
    const data = { shopId: context.shop.id, platformCustomerId: 12n };
    const { id } = await context.db.prisma.customer.create({ data });
    const [last] = await read<{ id: string }>(
      "SELECT max(id) AS id FROM customers WHERE shop_id = $1 AND platform_customer_id <> 12",
    );
    expect(id).toBeGreaterThan(BigInt(last?.id ?? 0));
    await context.db.prisma.customer.delete({
      where: { shopId_id: { shopId: context.shop.id, id } },
    });
  });
});

describe("npm run seed", () => {
  test("makes a store that is not there, and fills it again from the start", async () => {
    const lines: string[] = [];
    const small = { customers: 20, orders: 50, subscriptions: 5 };
    await seed(small, (line) => lines.push(line));
    expect(lines).toContainEqual(expect.stringMatching(/^orders: 50 rows in .* a second\)$/));
    await seed({ ...small, orders: 60 });
    const context = await testApp.openShop("seeded-5.myshopify.com");
    const where = { shopId: context.shop.id };
    expect(await context.db.prisma.order.count({ where })).toBe(60);
  });

  test("refuses a store that has a history of its own", async () => {
    const { prisma } = testApp.app.db;
    const domain = "own-history.myshopify.com";
    const { id: shopId } = await prisma.shop.create({
      data: {
        ...{ domain, name: "Own", contactEmail: "help@own.example", currency: "EUR" },
        ...{ ianaTimezone: "UTC", installedAt: new Date() },
      },
    });
    await prisma.customer.create({ data: { shopId, platformCustomerId: 1n } });
    const refused = seed({ shop: domain });
    await expect(refused).rejects.toThrow(UserFacingError);
    await expect(refused).rejects.toThrow(/only a store that was seeded is filled again/);
  });

  test("refuses a last day that is not over", async () => {
    const until = new Date(Date.now() + DAY_MS).toISOString().slice(0, 10);
    await expect(seed({ shop: one, until })).rejects.toThrow(/a day that is over/);
  });
});
