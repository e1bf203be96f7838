import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ShopContext } from "#app/domain/context.ts";
import type { Subscription } from "#app/generated/prisma/client.ts";
import { insertRows, type NewRow } from "#app/lib/insert-rows.ts";
import { updateRowLast, updateRows } from "#app/lib/update-rows.ts";
import { bareStore } from "#tests/support/bare-store.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";

let testApp: TestApp;
let context: ShopContext;
let otherStore: ShopContext;
let shopId: bigint;

beforeAll(async () => {
  testApp = await startTestApp({ worker: false });
  context = (await bareStore(testApp))("2026-03-01T12:00:00Z");
  otherStore = (await bareStore(testApp))("2026-03-01T12:00:00Z");
  shopId = context.shop.id;
});
afterAll(() => testApp.close());

const AT = new Date("2026-10-25T00:59:59.987Z");
const ODD = `O'Neil "Ada" \\ 👩‍🚀 é – {"a": 1}\t\n`;
let number = 9_007_199_254_740_993n;

const contract = (): NewRow<"Subscription"> => ({
  ...{ shopId, platformContractId: number++, kind: "product", status: "active" },
  ...{ platformStatus: "active", planName: "Tea", priceMinor: 1000n, cardBrand: "visa" },
  ...{ currency: "EUR", intervalUnit: "month", intervalCount: 1, platformCreatedAt: AT },
  platformUpdatedAt: AT,
});

async function subscriptions(count: number): Promise<Subscription[]> {
  const rows = await insertRows(
    context.db.prisma,
    "Subscription",
    Array.from({ length: count }, contract),
  );
  return rows.toSorted((one, other) => Number(one.id - other.id));
}

async function read(rows: readonly Subscription[]): Promise<Subscription[]> {
  return context.db.prisma.subscription.findMany({
    where: { shopId, id: { in: rows.map(({ id }) => id) } },
    orderBy: { id: "asc" },
  });
}

describe("rows that are updated together", () => {
  test("are as Prisma reads them, whatever their values, and keep all else", async () => {
    const rows = await subscriptions(2);
    const values = [
      {
        ...{ planName: ODD, priceMinor: 9_007_199_254_740_995n, nextBillingAt: AT },
        ...{ cancelKeys: ["", ODD, "NULL", "a,b"], priceSteps: [3, 1, 2], chargeRunning: true },
        ...{ ownEdit: { deep: [null, "1", 1e21, ODD] }, cardBrand: null },
      },
      {
        ...{ planName: "", priceMinor: 0n, nextBillingAt: null },
        ...{ cancelKeys: [], priceSteps: [], chargeRunning: false },
        ...{ ownEdit: [], cardBrand: ODD },
      },
    ];
    const updates = rows.map(({ id }, at) => ({ shopId, id, ...values[at] }));
    await updateRows(context.db.prisma, "Subscription", updates);
    expect(await read(rows)).toEqual(rows.map((row, at) => ({ ...row, ...values[at] })));
  });

  test("keep what is left out or undefined, even where another of them gets it", async () => {
    const rows = await subscriptions(3);
    const [one, two, three] = rows.map(({ id }) => id);
    await updateRows(context.db.prisma, "Subscription", [
      { shopId, id: one ?? 0n, planName: "Coffee", cardBrand: undefined },
      { shopId, id: two ?? 0n, planName: "Cocoa", cardBrand: "amex" },
      { shopId, id: three ?? 0n },
    ]);
    expect((await read(rows)).map(({ planName, cardBrand }) => [planName, cardBrand])).toEqual([
      ["Coffee", "visa"],
      ["Cocoa", "amex"],
      ["Tea", "visa"],
    ]);
  });

  test("are an error where one is not there or is another store's, and none of them changes", async () => {
    const rows = await subscriptions(1);
    const [{ id }] = rows as [Subscription];
    const planName = "Coffee";
    const missing = [
      { shopId, id, planName },
      { shopId, id: id + 1_000_000n, planName },
    ];
    const ofOther = [{ shopId: otherStore.shop.id, id, planName }];
    for (const updates of [missing, ofOther]) {
      await expect(
        context.db.transaction((tx) => updateRows(tx, "Subscription", updates)),
      ).rejects.toThrow("subscriptions: a row to update is not there");
    }
    expect(await read(rows)).toEqual(rows);
  });

  test("are found by each column of their key", async () => {
    const [row] = (await subscriptions(1)) as [Subscription];
    const cycle = { shopId, subscriptionId: row.id, state: "paid", dueAt: AT, nextDueAt: AT };
    const cycles = [1, 2, 3].map((cycleIndex) => ({ ...cycle, cycleIndex }));
    const dates = { createdAt: AT, updatedAt: AT, closedAt: AT, keptDay: 25, keptTime: "00:59:59" };
    await insertRows(
      context.db.prisma,
      "BillingCycle",
      cycles.map((one) => ({ ...one, ...dates })),
    );
    await updateRows(context.db.prisma, "BillingCycle", [
      { shopId, subscriptionId: row.id, cycleIndex: 2, state: "skipped" },
    ]);
    const read = await context.db.prisma.billingCycle.findMany({
      where: { shopId, subscriptionId: row.id },
      orderBy: { cycleIndex: "asc" },
    });
    expect(read.map(({ state }) => state)).toEqual(["paid", "skipped", "paid"]);
  });
});

describe("rows that are updated at the end of their transaction", () => {
  test("are updated then, and what is written of one last counts, column by column", async () => {
    const rows = await subscriptions(2);
    const [one, two] = rows as [Subscription, Subscription];
    const during = await context.db.transaction(async (tx) => {
      await updateRowLast(tx, "Subscription", { shopId, id: one.id, planName: "Coffee" });
      await updateRowLast(tx, "Subscription", { shopId, id: two.id, planName: "Cocoa" });
      await updateRowLast(tx, "Subscription", { shopId, id: one.id, cardBrand: "amex" });
      await updateRowLast(tx, "Subscription", { shopId, id: one.id, planName: "Milk" });
      return tx.subscription.findMany({
        where: { shopId, planName: "Tea", id: { in: [one.id, two.id] } },
      });
    });
    expect(during).toHaveLength(2);
    expect((await read(rows)).map(({ planName, cardBrand }) => [planName, cardBrand])).toEqual([
      ["Milk", "amex"],
      ["Cocoa", "visa"],
    ]);
  });

  test("take their transaction with them where one is not there", async () => {
    const rows = await subscriptions(1);
    const [{ id }] = rows as [Subscription];
    await expect(
      context.db.transaction(async (tx) => {
        await updateRowLast(tx, "Subscription", { shopId, id, planName: "Coffee" });
        await updateRowLast(tx, "Subscription", { shopId, id: id + 1_000_000n, planName: "Milk" });
      }),
    ).rejects.toThrow("subscriptions: a row to update is not there");
    expect(await read(rows)).toEqual(rows);
  });
});
