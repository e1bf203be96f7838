import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { readTierPreview } from "#app/domain/loyalty/tiers/preview/read-tier-preview.ts";
import { runTierPreview } from "#app/domain/loyalty/tiers/preview/run-tier-preview.ts";
import { startTierPreview } from "#app/domain/loyalty/tiers/preview/start-tier-preview.ts";
import { saveLadder } from "#app/domain/loyalty/tiers/save-ladder.ts";
import { createCustomers } from "#tests/support/create-customers.ts";
import { loyalCustomer } from "#tests/support/loyalty.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";

// The stand-in's prices hold 19% tax: 119.00 is 100.00 net.

let testApp: TestApp;
let shop: TestShop;

beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.close());
beforeEach(async () => {
  shop = await testApp.createShop();
});

const silver = { id: null, name: "Silver", threshold: 50_00, multiplier: 100 };
const gold = { id: null, name: "Gold", threshold: 150_00, multiplier: 150 };
const gift = { reward_type: "points", points: 500 };

async function preview(tiers: object[], key: string = crypto.randomUUID()) {
  const id = await startTierPreview(await shop.context(), {
    key,
    input: { basis: "spend", tiers },
  });
  await shop.quiet();
  return readTierPreview(await shop.context(), id);
}

async function save(tiers: object[], version = 0) {
  const input = { basis: "spend", tiers };
  const saved = await saveLadder(await shop.context(), { version, input });
  await shop.quiet();
  if (saved.outcome !== "saved") throw new Error("The tiers were not saved.");
  return saved.ladder.tiers;
}

/** Who is in which tier by the rows of the customers. */
async function standings() {
  const { db, shop: row } = await shop.context();
  const rows = await db.prisma.loyaltyStanding.findMany({ where: { shopId: row.id } });
  return rows.map(({ tierId }) => tierId).sort();
}

async function spend(total: string) {
  const customer = await loyalCustomer(shop);
  await customer.order(total);
  return customer;
}

describe("a preview of the tiers", () => {
  test("says who would come where, which is where they come when the tiers are saved", async () => {
    await spend("119.00");
    await spend("238.00");
    await spend("11.90");
    const found = await preview([{ ...silver, entryReward: gift }, gold]);
    expect(found).toMatchObject({ isDone: true, seenCount: 3, totalCount: 3, held: 0 });
    expect(found.moves).toHaveLength(3);
    expect(found.moves).toEqual(
      expect.arrayContaining([
        { from: null, to: 1, customers: 1, rewards: 1 },
        { from: null, to: 2, customers: 1, rewards: 0 },
        { from: null, to: null, customers: 1, rewards: 0 },
      ]),
    );
    const { db, shop: row } = await shop.context();
    expect(await standings()).toEqual([]);
    expect(await db.prisma.loyaltyLadder.count({ where: { shopId: row.id } })).toBe(0);
    await save([{ ...silver, entryReward: gift }, gold]);
    expect((await standings()).filter(Boolean)).toEqual([1, 2]);
    expect(await db.prisma.loyaltyReward.count({ where: { shopId: row.id } })).toBe(1);
  });

  test("says who is lifted, who falls because a tier goes, and who keeps theirs until the review", async () => {
    const [low, high] = await save([silver, gold]);
    await spend("119.00");
    await spend("238.00");
    const lifted = await preview([{ ...low }, { ...high, threshold: 90_00, entryReward: gift }]);
    expect(lifted.moves).toEqual(
      expect.arrayContaining([
        { from: 1, to: 2, customers: 1, rewards: 1 },
        { from: 2, to: 2, customers: 1, rewards: 0 },
      ]),
    );
    const held = await preview([{ ...low }, { ...high, threshold: 900_00 }]);
    expect(held).toMatchObject({ held: 1 });
    expect(held.moves).toContainEqual({ from: 2, to: 2, customers: 1, rewards: 0 });
    const gone = await preview([{ ...low }]);
    expect(gone.moves).toContainEqual({ from: 2, to: 1, customers: 1, rewards: 0 });
    expect(gone.nameOf(2)).toBe("Gold");
  });

  test("that was cut off goes on where it ended, and counts each customer once", async () => {
    await createCustomers(await shop.context(), 600);
    const context = await shop.context();
    const key = crypto.randomUUID();
    const input = { basis: "orders", tiers: [{ ...silver, threshold: 1 }] };
    const ids = await Promise.all([1, 2].map(() => startTierPreview(context, { key, input })));
    const [id = 0n] = ids;
    expect(new Set(ids).size).toBe(1);
    await Promise.all([runTierPreview(context, id), runTierPreview(context, id)]);
    await shop.quiet();
    const found = await readTierPreview(context, id);
    expect(found).toMatchObject({ isDone: true, seenCount: 600 });
    expect(found.moves).toEqual([{ from: null, to: null, customers: 600, rewards: 0 }]);
  });

  test("of tiers that could not be saved is refused with their fields, and another store has none", async () => {
    await expect(preview([gold, silver])).rejects.toMatchObject({
      fields: { "tiers.1.threshold": ["Must be more than that of Gold."] },
    });
    const { id } = await preview([silver]);
    const stranger = await (await testApp.createShop()).context();
    await expect(readTierPreview(stranger, id)).rejects.toMatchObject({ code: "not_found" });
  });

  test("makes way for the newest five", async () => {
    const first = await preview([silver]);
    for (let n = 0; n < 5; n += 1) await preview([silver]);
    await expect(readTierPreview(await shop.context(), first.id)).rejects.toMatchObject({
      code: "not_found",
    });
  });
});
