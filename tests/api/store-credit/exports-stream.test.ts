import { once } from "node:events";
import { type ClientRequest, type IncomingMessage, request } from "node:http";
import { isDeepStrictEqual } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ShopContext } from "#app/domain/context.ts";
import { buildExports } from "#app/domain/data-export/rows/build-exports.ts";
import { streamCreditHistoryForCollection } from "#app/domain/data-export/stream-credit-history-for-collection.ts";
import { CREDIT_TYPES } from "#app/domain/ledger/movement.ts";
import { postCredit } from "#app/domain/ledger/post-movement.ts";
import { createCustomers } from "#tests/support/create-customers.ts";
import { seedCreditEntries } from "#tests/support/seed-credit-entries.ts";
import { settleHoldEntry } from "#tests/support/settle-hold-entry.ts";
import { signProxyQuery } from "#tests/support/sign-proxy-query.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";

const ENTRIES = 80_000;

let testApp: TestApp;
/** A store whose exports are far larger than what a connection buffers. */
let large: TestShop;

beforeAll(async () => {
  testApp = await startTestApp({ own: true });
  large = await testApp.createShop();
  const { shop, db } = await large.context();
  await seedCreditEntries(db, {
    shopId: shop.id,
    customers: 4_000,
    each: ENTRIES / 4_000,
    firstCid: 10_000_000,
  });
  await buildExports(await large.context(), () => {}, { again: true });
});
afterAll(() => testApp.close());

interface OpenAnswer {
  sent: ClientRequest;
  answer: Promise<IncomingMessage>;
}

function openCollection(shop: TestShop): OpenAnswer {
  const secret = testApp.environment.SHOPIFY_API_SECRET;
  const query = signProxyQuery({}, { shop: shop.domain, secret });
  const sent = request(`${testApp.url}/proxy/v1/collection?${query}`, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    agent: false,
  });
  sent.on("error", () => {});
  sent.end(new URLSearchParams({ key: shop.key, topic: "store_credit_history" }).toString());
  const answer = once(sent, "response").then(([one]) => one as IncomingMessage);
  // Of one that goes away before it is answered.
  answer.catch(() => {});
  return { sent, answer };
}

async function readAll(answer: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

/** Reads the beginning of an answer and then nothing more, until it is resumed. */
async function readOnePiece(answer: IncomingMessage): Promise<void> {
  await once(answer, "readable");
  answer.read(1);
}

type Collected = Record<string, { value: string; total: string; status: string; body: string }[]>;

/** Whether each total is the one before and the value. */
function addsUp(entries: Collected[string]): boolean {
  let total = 0;
  return entries.every((entry) => {
    total += Math.round(Number(entry.value) * 100);
    return Math.round(Number(entry.total) * 100) === total;
  });
}

/** Sessions of the database that are at an export, or wait in a transaction for its reader. */
async function countExporting(): Promise<number> {
  const { rows } = await testApp.app.db.pool.query<{ count: number }>(
    `SELECT count(*)::integer FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid() AND state <> 'idle'
       AND query LIKE '%customers_entries%'`,
  );
  return rows[0]?.count ?? 0;
}

const move = (context: ShopContext, customerId: bigint, amountMinor: number, more = {}) =>
  postCredit(context, {
    customerId,
    unit: "money",
    amountMinor,
    typeCode: CREDIT_TYPES.promotion,
    message: "Moved",
    ...more,
  });

describe("a large Collection export", { timeout: 90_000 }, () => {
  test("is whole, fits its schema and adds up", async () => {
    const text = await readAll(await openCollection(large).answer);
    expect(text.length).toBeGreaterThan(12_000_000);
    const collected = JSON.parse(text) as Collected;
    const declaration = testApp.declarations.find(({ operationId }) => operationId === "collect");
    expect(declaration?.answer.safeParse(collected).error).toBeUndefined();
    const customers = Object.values(collected);
    expect(customers).toHaveLength(4_000);
    expect(customers.flat()).toHaveLength(ENTRIES);
    expect(customers.every(addsUp)).toBe(true);
  });

  test("holds no connection while its reader reads nothing, and makes no other store wait", async () => {
    const other = await testApp.createShop();
    const [customer] = await createCustomers(await other.context(), 1);
    await move(await other.context(), customer as bigint, 500);
    const { answer } = openCollection(large);
    const slow = await answer;
    await readOnePiece(slow);
    const quick = await readAll(await openCollection(other).answer);
    expect(Object.values(JSON.parse(quick) as Collected).flat()).toHaveLength(1);
    await expect.poll(countExporting).toBe(0);
    expect(slow.readableEnded).toBe(false);
    const rest = await readAll(slow);
    expect(rest.endsWith("]}")).toBe(true);
  });

  test("waits for its turn while the same store has another, and then is the same", async () => {
    const other = await testApp.createShop();
    const [customer] = await createCustomers(await other.context(), 1);
    await move(await other.context(), customer as bigint, 500);
    const first = await openCollection(large).answer;
    await readOnePiece(first);
    let hasBegun = false;
    const second = openCollection(large);
    const begun = second.answer.then((answer) => {
      hasBegun = true;
      return answer;
    });
    for (let count = 0; count < 5; count += 1) await readAll(await openCollection(other).answer);
    expect(hasBegun).toBe(false);
    const rest = await readAll(first);
    const whole = await readAll(await begun);
    expect(whole.endsWith(rest)).toBe(true);
  });

  test("leaves nothing behind when its reader goes away, in the middle or while it waits", async () => {
    const first = openCollection(large);
    await readOnePiece(await first.answer);
    const waiting = openCollection(large);
    await once(waiting.sent, "finish");
    waiting.sent.destroy();
    first.sent.destroy();
    const third = await readAll(await openCollection(large).answer);
    expect(third.endsWith("]}")).toBe(true);
    await expect.poll(countExporting).toBe(0);
  });

  test("that fails in the middle breaks off, so nobody mistakes a part for the whole", async () => {
    const { pool } = testApp.app.db;
    const { answer } = openCollection(large);
    const broken = await answer;
    await readOnePiece(broken);
    await pool.query("ALTER TABLE credit_entries RENAME COLUMN message TO hidden");
    try {
      await expect(readAll(broken)).rejects.toThrow("aborted");
    } finally {
      await pool.query("ALTER TABLE credit_entries RENAME COLUMN hidden TO message");
    }
    expect((await readAll(await openCollection(large).answer)).endsWith("]}")).toBe(true);
  });
});

describe("a Collection export of a customer with 100,000 entries", () => {
  test("adds up at every entry, whatever is posted and whichever hold ends while it is read", async () => {
    const shop = await testApp.createShop();
    const context = await shop.context();
    const { db, shop: row } = context;
    await seedCreditEntries(db, {
      shopId: row.id,
      customers: 1,
      each: 100_000,
      firstCid: 20_000_000,
    });
    const customer = await db.prisma.customer.findFirstOrThrow({
      where: { shopId: row.id, platformCustomerId: 20_000_000n },
    });
    await db.pool.query(
      `INSERT INTO credit_grants (shop_id, id, customer_id, entry_id, unit, amount_minor, remaining_minor, created_at)
       SELECT shop_id, 1, customer_id, (SELECT min(id) FROM credit_entries WHERE shop_id = $1), 'money',
         available_minor, available_minor, now() FROM credit_accounts WHERE shop_id = $1 AND customer_id = $2`,
      [String(row.id), String(customer.id)],
    );
    const hold = await move(context, customer.id, -2_000, {
      typeCode: CREDIT_TYPES.redemption,
      onHold: true,
    });
    if (hold.outcome !== "posted") throw new Error(hold.outcome);
    // Dated back, to be among the first that are read.
    const { rows } = await db.pool.query<{ id: string }>(
      "SELECT id FROM credit_entries WHERE shop_id = $1 AND status = 0 ORDER BY id LIMIT 1 OFFSET 10",
      [String(row.id)],
    );
    await db.pool.query(
      "UPDATE credit_entries SET status = 1, amount_minor = -2000 WHERE shop_id = $1 AND id = $2",
      [String(row.id), rows[0]?.id],
    );

    const pieces = streamCreditHistoryForCollection(context);
    let text = "";
    let count = 0;
    for await (const piece of pieces) {
      text += piece;
      count += 1;
      if (count === 3) {
        await db.pool.query(
          "UPDATE credit_entries SET status = 3, settled_at = now() WHERE shop_id = $1 AND id = $2",
          [String(row.id), rows[0]?.id],
        );
        await db.transaction((tx) =>
          settleHoldEntry(
            tx,
            context,
            { entryId: hold.entryId, customerId: customer.id },
            {
              usedMinor: 700,
              orderGid: "gid://platform/Order/1",
              orderName: "#1",
            },
          ),
        );
        await move(context, customer.id, 12_345);
      }
    }
    const entries = (JSON.parse(text) as Collected)["20000000"] ?? [];
    expect(count).toBeGreaterThan(50);
    // All seeded, the redemption that came of the hold, and the movement.
    expect(entries).toHaveLength(100_002);
    expect(entries[10]).toMatchObject({ value: "-20.00", status: "1" });
    expect(addsUp(entries.slice(0, 4_000))).toBe(true);
    const { rows: sums } = await db.pool.query<{ sum: string }>(
      "SELECT sum(amount_minor) FROM credit_entries WHERE shop_id = $1 AND status IN (0, 1)",
      [String(row.id)],
    );
    expect(entries.at(-1)?.total).toBe((Number(sums[0]?.sum) / 100).toFixed(2));
    const late = entries.slice(-90_000);
    const begin = Number(late[0]?.total) - Number(late[0]?.value);
    let total = Math.round(begin * 100);
    for (const entry of late) {
      total += Math.round(Number(entry.value) * 100);
      if (Math.round(Number(entry.total) * 100) !== total) expect(entry).toBe(total);
    }
  });
});

describe("pages of the Data API", () => {
  const data = (shop: TestShop, path: string, query: Record<string, string>) =>
    shop.proxy(`/data/${path}`, { key: shop.key, query });
  const schemaOf = (id: string) =>
    testApp.declarations.find(({ operationId }) => operationId === id)?.answer;

  test("the ledger gives every row once over its pages, and each page fits its schema", async () => {
    let since = "0";
    let count = 0;
    for (let hasMore = true; hasMore; ) {
      const { body } = await data(large, "store-credits", { since_id: since });
      expect(schemaOf("listStoreCreditLedger")?.safeParse(body).error).toBeUndefined();
      if (body.meta.has_more) expect(body.data).toHaveLength(10_000);
      count += body.data.length;
      since = String(body.meta.last_id);
      hasMore = body.meta.has_more;
    }
    expect(count).toBe(ENTRIES);
  });

  test("HEAD of a page answers without a body", async () => {
    const query = signProxyQuery(
      { key: large.key },
      { shop: large.domain, secret: testApp.environment.SHOPIFY_API_SECRET },
    );
    const answer = await fetch(`${testApp.url}/proxy/v1/data/store-credits?${query}`, {
      method: "HEAD",
    });
    expect([answer.status, await answer.text()]).toEqual([200, ""]);
  });

  test("numbered pages mean the same places however deep, while entries are posted and holds end", async () => {
    const shop = await testApp.createShop();
    const context = await shop.context();
    const { db, shop: row } = context;
    await seedCreditEntries(db, {
      shopId: row.id,
      customers: 100,
      each: 65,
      firstCid: 30_000_000,
    });
    const customers = await createCustomers(context, 40);
    const holds: { entryId: bigint; customerId: bigint }[] = [];
    const old = { ...context, clock: { now: () => new Date("2025-01-01T00:10:00Z") } };
    for (const customerId of customers) {
      await move(old, customerId, 5_000);
      const hold = await move(old, customerId, -1_000, { onHold: true, typeCode: 2 });
      if (hold.outcome === "posted") holds.push({ entryId: hold.entryId, customerId });
    }
    const expectSame = async () => {
      const { rows } = await db.pool.query<{ value: string; message: string }>(
        `SELECT round(amount_minor / 100.0, 2)::text AS value, message FROM credit_entries
         WHERE shop_id = $1 AND status IN (0, 1) ORDER BY created_at DESC, id DESC`,
        [String(row.id)],
      );
      const seen: { value: string; message: string }[] = [];
      for (let page = 1; seen.length === (page - 1) * 1_000; page += 1) {
        const { body } = await data(shop, "credits-history", { page: String(page) });
        expect(schemaOf("listCreditsHistory")?.safeParse(body).error).toBeUndefined();
        for (const { value, body: message } of body.data) seen.push({ value, message });
      }
      expect(seen).toHaveLength(rows.length);
      expect(seen.findIndex((one, at) => !isDeepStrictEqual(one, rows[at]))).toBe(-1);
    };
    await expectSame();
    await Promise.all(customers.map((id, at) => move(context, id, 100 + at, { message: `${at}` })));
    for (const hold of holds.slice(0, 25)) {
      await db.transaction((tx) => settleHoldEntry(tx, context, hold, null));
    }
    // Posted now and dated back, like credit that expired before anybody read it.
    await Promise.all(customers.map((id) => move(old, id, 300, { message: "Dated back" })));
    await expectSame();
    await seedCreditEntries(db, {
      shopId: row.id,
      customers: 100,
      each: 21,
      firstCid: 31_000_000,
    });
    await expectSame();
  });
});
