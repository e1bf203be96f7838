import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ShopContext } from "#app/domain/context.ts";
import { Prisma } from "#app/generated/prisma/client.ts";
import { insertRows, type NewRow, TABLES, toColumn, toField } from "#app/lib/insert-rows.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";

let testApp: TestApp;
let context: ShopContext;
let shopId: bigint;

beforeAll(async () => {
  testApp = await startTestApp();
  context = await (await testApp.createShop()).context();
  shopId = context.shop.id;
});
afterAll(() => testApp.close());

const AT = new Date("2026-10-25T00:59:59.987Z");
const ODD = `O'Neil "Ada" \\ 👩‍🚀 é – {"a": 1}\t\n`;
let number = 9_007_199_254_740_993n;

type Contract = NewRow<"Subscription">;

const contract = (others: Partial<Contract> = {}): Contract => ({
  ...{ shopId, platformContractId: number++, kind: "product", status: "active" },
  ...{ platformStatus: "active", planName: ODD, priceMinor: 9_007_199_254_740_995n },
  ...{ currency: "EUR", intervalUnit: "month", intervalCount: 1, platformCreatedAt: AT },
  ...{ platformUpdatedAt: AT, ...others },
});

test.each(Object.entries(TABLES))(
  "%s has a column for each field, and each column is of one",
  async (model, table) => {
    const { rows } = await testApp.app.db.pool.query<{ name: string }>(
      "SELECT column_name AS name FROM information_schema.columns WHERE table_name = $1 AND table_schema = current_schema()",
      [table],
    );
    const fields = Object.keys(Prisma[`${model as keyof typeof TABLES}ScalarFieldEnum`]);
    expect(rows.map(({ name }) => name).sort()).toEqual(fields.map(toColumn).sort());
    expect(rows.map(({ name }) => toField(name)).sort()).toEqual(fields.sort());
  },
);

describe("rows that are inserted together", () => {
  test("are what Prisma reads of them, whatever their values", async () => {
    const { prisma } = context.db;
    const rows = [
      contract({
        ...{ cancelKeys: ["", ODD, "NULL", "a,b"], priceSteps: [3, 1, 2], chargeRunning: true },
        ...{
          nextBillingAt: AT,
          endsAt: null,
          cardBrand: ODD,
          ownEdit: { deep: [null, "1", 1e21, ODD] },
        },
        lines: [{ title: ODD, quantity: 2, productId: null }],
      }),
      contract({ ownEdit: "a text", lines: [] }),
    ];
    const inserted = await context.db.transaction((tx) => insertRows(tx, "Subscription", rows));
    expect(inserted).toHaveLength(2);
    const read = await prisma.subscription.findMany({
      where: { shopId, id: { in: inserted.map(({ id }) => id) } },
    });
    const byId = (one: { id: bigint }, other: { id: bigint }) => Number(one.id - other.id);
    expect(inserted.toSorted(byId)).toEqual(read.toSorted(byId));
    for (const row of rows) {
      expect(read).toContainEqual(expect.objectContaining(row));
    }
  });

  test("have the table's defaults where one leaves out what another has", async () => {
    const rows = [contract({ priceStep: 4 }), contract()];
    const inserted = await context.db.transaction((tx) => insertRows(tx, "Subscription", rows));
    expect(inserted.map(({ priceStep, lines }) => ({ priceStep, lines }))).toEqual([
      { priceStep: 4, lines: [] },
      { priceStep: 0, lines: [] },
    ]);
  });

  test("may hold half a character, which is stored as the sign for one that is unknown", async () => {
    const [row] = await context.db.transaction((tx) =>
      insertRows(tx, "Subscription", [
        contract({ planName: "Tea \ud83d", lines: [{ title: "\udc00" }] }),
      ]),
    );
    expect(row).toMatchObject({ planName: "Tea \ufffd", lines: [{ title: "\ufffd" }] });
  });

  test("are stored but for those that are there already, or not at all, as the caller says", async () => {
    const [first, second] = [contract(), contract()];
    const insert = (rows: Contract[], skipDuplicates: boolean) =>
      context.db.transaction((tx) => insertRows(tx, "Subscription", rows, { skipDuplicates }));
    await insert([first], false);
    await expect(insert([second, first], false)).rejects.toThrow(
      "subscriptions_shop_id_platform_contract_id_key",
    );
    const inserted = await insert([first, second, second], true);
    expect(inserted.map(({ platformContractId }) => platformContractId)).toEqual([
      second.platformContractId,
    ]);
  });

  test("may be none", async () => {
    const none = await context.db.transaction((tx) => insertRows(tx, "Mail", []));
    expect(none).toEqual([]);
  });
});
