import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { areExportsBuilt, buildExports } from "#app/domain/data-export/rows/build-exports.ts";
import { exportsSubscriber } from "#app/domain/data-export/rows/follow-facts.ts";
import type { EventOf } from "#app/domain/events/catalogue.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";

/** A database that takes too long for statements that write more rows of exports than this. */
const MOST_ROWS = 5;

let testApp: TestApp;
let shop: TestShop;

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
});
afterAll(() => testApp.close());
beforeEach(async () => {
  await testApp.app.db.pool.query("DROP TRIGGER IF EXISTS slow ON export_rows");
  shop = await testApp.createShop({ seed: "small" });
  await shop.quiet();
  await buildExports(await shop.context());
  await testApp.app.db.pool.query(`
    CREATE TRIGGER slow AFTER INSERT ON export_rows REFERENCING NEW TABLE AS written
    FOR EACH STATEMENT EXECUTE FUNCTION take_too_long()`);
});

/** Also for rows that are there already. */
const slowDownUpdates = () =>
  testApp.app.db.pool.query(`
    CREATE TRIGGER slow_update AFTER UPDATE ON export_rows REFERENCING NEW TABLE AS written
    FOR EACH STATEMENT EXECUTE FUNCTION take_too_long()`);

async function readAll() {
  const context = await shop.context();
  const rows = await context.db.prisma.exportRow.findMany({
    where: { shopId: context.shop.id },
    orderBy: [{ export: "asc" }, { id: "asc" }],
  });
  return rows.map(({ export: name, id, document }) => ({ name, id, document }));
}

const isOrder = ({ name }: { name: string }) => name === "orders";

async function forget() {
  const { db, shop: row } = await shop.context();
  const where = { shopId: row.id };
  const { exportRow, exportDay, exportGeneration, export: state } = db.prisma;
  for (const table of [exportRow, exportDay, exportGeneration, state] as const) {
    await (table as typeof exportRow).deleteMany({ where });
  }
}

test("exports whose batches take too long are built in smaller ones, into the same rows", async () => {
  const before = await readAll();
  expect(before.filter(isOrder).length).toBeGreaterThan(MOST_ROWS);
  await forget();
  const context = await shop.context();
  await buildExports(context);
  expect(await areExportsBuilt(context)).toBe(true);
  expect(await readAll()).toEqual(before);
});

test("rows whose batches take too long follow their facts in smaller ones", async () => {
  const context = await shop.context();
  const { db, shop: row } = context;
  const before = await readAll();
  await db.prisma.exportRow.updateMany({ where: { shopId: row.id }, data: { document: "{}" } });
  const orders = await db.prisma.order.findMany({ where: { shopId: row.id } });
  expect(before.filter(isOrder)).toHaveLength(orders.length);
  expect(orders.length).toBeGreaterThan(MOST_ROWS);
  const restated = {
    ...{ id: 1n, kind: "order.restated", createdAt: new Date() },
    data: { order_ids: orders.map(({ id }) => String(id)) },
  } as EventOf<"order.restated">;
  await slowDownUpdates();
  await exportsSubscriber.handle(context, [restated]);
  expect((await readAll()).filter(isOrder)).toEqual(before.filter(isOrder));
});
