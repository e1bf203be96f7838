import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { listAttention } from "#app/domain/attention/list-attention.ts";
import type { ShopContext } from "#app/domain/context.ts";
import {
  type CustomerCopy,
  publishToCustomers,
} from "#app/domain/customers/publish-to-customers.ts";
import { applyLoyaltyFile } from "#app/domain/loyalty/files/apply-loyalty-file.ts";
import { confirmLoyaltyFile } from "#app/domain/loyalty/files/confirm-loyalty-file.ts";
import {
  getLoyaltyFile,
  listLoyaltyFileLines,
} from "#app/domain/loyalty/files/read-loyalty-files.ts";
import { uploadLoyaltyFile } from "#app/domain/loyalty/files/upload-loyalty-file.ts";
import { settleLoyalty } from "#app/domain/loyalty/settle/settle-loyalty.ts";
import { saveLadder } from "#app/domain/loyalty/tiers/save-ladder.ts";
import { reconcileShop } from "#app/domain/reconciliation/reconcile-shop.ts";
import { applyCreditFile } from "#app/domain/store-credit/files/apply-credit-file.ts";
import { confirmCreditFile } from "#app/domain/store-credit/files/confirm-credit-file.ts";
import { getCreditFile } from "#app/domain/store-credit/files/get-credit-file.ts";
import { createCustomers } from "#tests/support/create-customers.ts";
import { makeRule } from "#tests/support/loyalty.ts";
import { refuseRows, takeRowsAgain } from "#tests/support/refuse-rows.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";
import { outcomesOf, rowsOf, takeRows } from "../credit-admin/credit-file-rows.ts";

// One customer, or one line of a file, for whom something fails keeps nobody else from theirs.

let testApp: TestApp;
let shop: TestShop;
let context: ShopContext;
let customers: bigint[];
let refused: string[];

beforeAll(async () => {
  testApp = await startTestApp({ own: true });
});
afterAll(() => testApp.close());
beforeEach(async () => {
  shop = await testApp.createShop();
  context = { ...(await shop.context()), actor: { kind: "merchant", name: "Ada" } };
  customers = await createCustomers(context, 4);
  refused = [];
});
afterEach(async () => {
  for (const table of refused) await takeRowsAgain(testApp.app.db.pool, table);
});

/** The database takes no row of the second customer. */
async function refuse(table: string): Promise<void> {
  await refuseRows(testApp.app.db.pool, "INSERT", table, `NEW.customer_id = ${customers[1]}`);
  refused.push(table);
}

const setAside = async () =>
  (await listAttention(await shop.context())).flatMap((item) =>
    item.kind === "set_aside" ? [`${item.thing.kind} ${item.thing.key}`] : [],
  );

async function available(unit: "money" | "points"): Promise<number[]> {
  const accounts = await context.db.prisma.creditAccount.findMany({
    where: { shopId: context.shop.id, unit },
  });
  return customers.map((id) =>
    Number(accounts.find(({ customerId }) => customerId === id)?.availableMinor ?? 0),
  );
}

test("the points of all others are counted, and hers once they can be", async () => {
  await makeRule(shop, {
    ...{ type: "create_account", settings: {} },
    reward: { reward_type: "points", points: 10 },
  });
  const happenedAt = context.clock.now();
  await context.db.prisma.loyaltyFact.createMany({
    data: customers.map((customerId) => ({
      ...{ shopId: context.shop.id, customerId, kind: "account", key: "once", happenedAt },
    })),
  });
  await refuse("loyalty_rewards");
  await settleLoyalty(context, customers);
  expect(await available("points")).toEqual([10, 0, 10, 10]);
  expect(await setAside()).toEqual([`member ${customers[1]}`]);
  await takeRowsAgain(testApp.app.db.pool, "loyalty_rewards");
  refused = [];
  await reconcileShop(await shop.context());
  await shop.quiet();
  expect(await available("points")).toEqual([10, 10, 10, 10]);
  expect(await setAside()).toEqual([]);
});

test("a line of a file of credit that fails says so, the others are applied, and the file is done", async () => {
  const fileId = await takeRows(context, rowsOf(["1", "2", "3", "4"]));
  await refuse("credit_entries");
  await confirmCreditFile(context, { fileId, total: "10", leaveOut: false });
  await applyCreditFile(context, fileId);
  expect(await outcomesOf(context, fileId)).toEqual([
    ["applied", 100],
    ["failed", null],
    ["applied", 300],
    ["applied", 400],
  ]);
  expect(await available("money")).toEqual([100, 0, 300, 400]);
  expect((await getCreditFile(context, fileId)).file).toMatchObject({ state: "done" });
});

test.each([
  ["points", "credit_entries", "failed", 0],
  ["tier", "loyalty_facts", "without_tier", 20],
])(
  "a line of a file of points whose %s cannot be given says so, and the others are applied",
  async (_what, table, outcome, hers) => {
    await saveLadder(context, {
      version: 0,
      input: {
        basis: "orders",
        tiers: [
          {
            ...{ id: null, name: "Silver", threshold: 5, multiplier: 100, perks: "" },
            entryReward: null,
          },
        ],
      },
    });
    await shop.quiet();
    const lines = [10, 20, 30, 40].map((points, at) => `${900000001 + at},${points},Silver`);
    const fileId = await uploadLoyaltyFile(context, {
      name: "old.csv",
      bytes: new TextEncoder().encode(`customer,points,tier\n${lines.join("\n")}\n`),
    });
    await refuse(table);
    await confirmLoyaltyFile(context, { fileId, total: "100", leaveOut: false });
    await applyLoyaltyFile(context, fileId);
    await shop.quiet();
    const page = { only: "all", afterPosition: 0, limit: 50 } as const;
    const found = await listLoyaltyFileLines(context, fileId, page);
    expect(found.map((line) => line.outcome)).toEqual(["applied", outcome, "applied", "applied"]);
    expect(await available("points")).toEqual([10, hers, 30, 40]);
    expect((await getLoyaltyFile(context, fileId)).file).toMatchObject({ state: "done" });
  },
);

test("what the storefront shows of all others is published, and whoever asked tries hers again", async () => {
  const published: unknown[] = [];
  const platform = {
    ...context.platform,
    publishCustomersData: async (items: readonly { value: unknown }[]) => {
      published.push(...items.map(({ value }) => value));
    },
  };
  const copy: CustomerCopy = {
    key: "test",
    describe: async (_, ids) => {
      if (ids.includes(customers[1] ?? 0n)) throw new Error("cannot be described");
      return new Map(ids.map((id) => [id, { place: customers.indexOf(id) }]));
    },
  };
  const publishing = publishToCustomers({ ...context, platform }, [
    { copy, customerIds: customers },
  ]);
  await expect(publishing).rejects.toThrow("cannot be described");
  expect(published).toEqual([{ place: 0 }, { place: 2 }, { place: 3 }]);
});
