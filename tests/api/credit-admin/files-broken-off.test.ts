import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { ShopContext } from "#app/domain/context.ts";
import { applyCreditFile } from "#app/domain/store-credit/files/apply-credit-file.ts";
import { confirmCreditFile } from "#app/domain/store-credit/files/confirm-credit-file.ts";
import { getCreditFile } from "#app/domain/store-credit/files/get-credit-file.ts";
import { createCustomers } from "#tests/support/create-customers.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import { uniqueNumber } from "#tests/support/unique-number.ts";
import { countEntries, outcomesOf, rowsOf, takeRows } from "./credit-file-rows.ts";

// Without a worker, so that a test decides when a file is applied, by how many, and where that breaks off.

let testApp: TestApp;
let context: ShopContext;

beforeAll(async () => {
  testApp = await startTestApp({ worker: false });
});
afterAll(() => testApp.close());
beforeEach(async () => {
  const { domain } = await testApp.app.db.prisma.shop.create({
    data: {
      domain: `bare-${uniqueNumber()}.myshopify.com`,
      name: "Bare",
      contactEmail: "a@example.com",
      ianaTimezone: "UTC",
      currency: "EUR",
      installedAt: new Date(),
    },
  });
  context = { ...(await testApp.openShop(domain)), actor: { kind: "merchant", name: "Ada" } };
});

test.each([
  ["one after the other", (ids: bigint[]) => ids],
  ["the later first", (ids: bigint[]) => [...ids].reverse()],
  ["side by side", (ids: bigint[]) => [...ids, ...ids, ...ids]],
])(
  "of two files with one content only the first says that it was its own, applied %s",
  async (how, order) => {
    await createCustomers(context, 3);
    const rows = rowsOf(["10", "20", "30"]);
    const first = await takeRows(context, rows);
    const second = await takeRows(context, rows, "again.csv");
    await context.db.prisma.creditFile.updateMany({
      where: { shopId: context.shop.id },
      data: { state: "applying", confirmedAt: new Date() },
    });
    const runs = order([first, second]).map((id) => () => applyCreditFile(context, id));
    if (how === "side by side") await Promise.all(runs.map((run) => run()));
    else for (const run of runs) await run();
    const all = (outcome: string) => [1000, 2000, 3000].map((amount) => [outcome, amount]);
    expect(await outcomesOf(context, first)).toEqual(all("applied"));
    expect(await outcomesOf(context, second)).toEqual(all("repeated"));
    expect(await countEntries(context)).toBe(3);
  },
);

test("broken off anywhere and begun again, by several at once, every line of a file counts once", async () => {
  await createCustomers(context, 450);
  const fileId = await takeRows(context, rowsOf(Array.from({ length: 450 }, () => 1)));
  await context.db.pool.query(
    `CREATE FUNCTION break_off() RETURNS trigger LANGUAGE plpgsql AS
       $$ BEGIN RAISE EXCEPTION 'the power is gone'; END $$;
     CREATE TRIGGER break_off BEFORE UPDATE ON credit_file_lines FOR EACH ROW
       WHEN (NEW.position = 250) EXECUTE FUNCTION break_off()`,
  );
  await confirmCreditFile(context, { fileId, total: "450", leaveOut: false });
  // Its entries are in the ledger, but the file does not record them.
  await expect(applyCreditFile(context, fileId)).rejects.toThrow("the power is gone");
  expect(await countEntries(context)).toBeGreaterThanOrEqual(400);
  await context.db.pool.query("DROP TRIGGER break_off ON credit_file_lines");
  await Promise.all([1, 2, 3].map(() => applyCreditFile(context, fileId)));
  expect(await countEntries(context)).toBe(450);
  const { outcomes, file } = await getCreditFile(context, fileId);
  expect([[...outcomes], file.state, file.doneCount]).toEqual([[["applied", 450]], "done", 450]);
  const done = await context.db.prisma.activity.count({
    where: { shopId: context.shop.id, kind: "credit_file.applied" },
  });
  expect(done).toBe(1);
});
