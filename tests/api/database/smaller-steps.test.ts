import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { ShopContext } from "#app/domain/context.ts";
import { expireCredit } from "#app/domain/ledger/expire-grants.ts";
import { importOrders } from "#app/domain/orders/import-orders.ts";
import { openPastImport } from "#app/domain/past-imports/open-past-import.ts";
import { applyCreditFile } from "#app/domain/store-credit/files/apply-credit-file.ts";
import { confirmCreditFile } from "#app/domain/store-credit/files/confirm-credit-file.ts";
import { uploadCreditFile } from "#app/domain/store-credit/files/upload-credit-file.ts";
import { clockAt } from "#app/lib/clock.ts";
import type { Platform } from "#app/platform/platform.ts";
import { createCustomers } from "#tests/support/create-customers.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";

/** A database that takes too long for statements that write more rows than this. */
const MOST_ROWS = 5;
const CUSTOMERS = 30;

let testApp: TestApp;
let shop: TestShop;
let context: ShopContext;

beforeAll(async () => {
  testApp = await startTestApp({ own: true });
  await testApp.app.db.pool.query(`
    CREATE FUNCTION take_too_long() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF (SELECT count(*) FROM written) > ${MOST_ROWS} THEN
        RAISE EXCEPTION 'too slow' USING ERRCODE = 'query_canceled';
      END IF;
      RETURN NULL;
    END $$`);
  for (const [table, change] of [
    ["orders", "INSERT"],
    ["credit_file_lines", "UPDATE"],
  ]) {
    await testApp.app.db.pool.query(`
      CREATE TRIGGER slow AFTER ${change} ON ${table} REFERENCING NEW TABLE AS written
      FOR EACH STATEMENT EXECUTE FUNCTION take_too_long()`);
  }
});
afterAll(() => testApp.close());
beforeEach(async () => {
  shop = await testApp.createShop();
  context = { ...(await shop.context()), actor: { kind: "merchant", name: "Ada" } };
});

test("all orders of before the installation are stored, in their order, though a whole batch takes too long", async () => {
  const { body } = await shop.control("orders/plain", {
    email: "guest@example.com",
    total: "10.00",
  });
  await shop.quiet();
  const facts = await context.platform.getOrderFacts(body.order_id);
  if (!facts) throw new Error("the order is not there");
  const createdAt = new Date(context.clock.now().getTime() - 86_400_000);
  const orders = Array.from({ length: 50 }, (_, at) => ({
    ...{ ...facts, createdAt },
    orderId: facts.orderId + 1_000 + at,
  }));
  const changed: Partial<Platform> = {
    startOrderExport: async () => "gid",
    getExport: async () => ({ state: "completed", found: orders.length, url: "http://127.0.0.1" }),
    readOrderExport: async function* (_url, skip) {
      yield* orders.slice(skip);
    },
  };
  const platform = Object.assign(Object.create(context.platform) as Platform, changed);
  await openPastImport(context, context.db.prisma, "orders");
  await importOrders({ ...context, platform });
  const stored = await context.db.prisma.order.findMany({
    where: { shopId: context.shop.id, platformOrderId: { gt: facts.orderId } },
    orderBy: { id: "asc" },
  });
  expect(stored.map(({ platformOrderId }) => Number(platformOrderId))).toEqual(
    orders.map(({ orderId }) => orderId),
  );
});

test("all lines of a file of credit are applied, and all of it expires, though a whole batch takes too long", async () => {
  await createCustomers(context, CUSTOMERS);
  const lines = await context.db.prisma.customer.findMany({ where: { shopId: context.shop.id } });
  const text = [
    "customer,email,amount,type,reason,expires",
    ...lines.map(
      ({ platformCustomerId }) =>
        `${platformCustomerId},,1.00,manual admin adjustment,Thanks,2031-01-31`,
    ),
  ].join("\n");
  const bytes = new TextEncoder().encode(text);
  const file = await uploadCreditFile(context, { name: "file.csv", bytes });
  if (file.outcome !== "checked") throw new Error(file.message);
  const { fileId } = file;
  await confirmCreditFile(context, { fileId, total: `${lines.length}`, leaveOut: false });
  await applyCreditFile(context, fileId);
  const where = { shopId: context.shop.id };
  const done = await context.db.prisma.creditFile.findFirstOrThrow({ where });
  expect(done).toMatchObject({ state: "done", doneCount: lines.length });
  const outcomes = await context.db.prisma.creditFileLine.findMany({ where });
  expect(outcomes.map(({ outcome }) => outcome)).toEqual(lines.map(() => "applied"));

  // It goes through its accounts one by one in a statement.
  await context.db.pool.query(`
    CREATE FUNCTION take_too_long_in_all() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF (SELECT count(*) FROM credit_accounts WHERE xmin = pg_current_xact_id()::xid) > ${MOST_ROWS} THEN
        RAISE EXCEPTION 'too slow' USING ERRCODE = 'query_canceled';
      END IF;
      RETURN NULL;
    END $$;
    CREATE TRIGGER slow AFTER UPDATE ON credit_accounts FOR EACH ROW EXECUTE FUNCTION take_too_long_in_all()`);
  await expireCredit({ ...context, clock: clockAt(new Date("2032-01-01")) });
  const accounts = await context.db.prisma.creditAccount.findMany({ where });
  expect(accounts.map(({ availableMinor }) => availableMinor)).toEqual(lines.map(() => 0n));
});
