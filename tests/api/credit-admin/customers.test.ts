import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { ShopContext } from "#app/domain/context.ts";
import { CREDIT_TYPES } from "#app/domain/ledger/movement.ts";
import { postCredit } from "#app/domain/ledger/post-movement.ts";
import { adjustCreditAsMerchant } from "#app/domain/store-credit/adjustments/adjust-credit.ts";
import { getCreditCustomer } from "#app/domain/store-credit/customers/get-credit-customer.ts";
import {
  type CreditCustomerFilter,
  listCreditCustomers,
} from "#app/domain/store-credit/customers/list-credit-customers.ts";
import { listCreditHistoryForMerchant } from "#app/domain/store-credit/customers/list-credit-history-for-merchant.ts";
import { createCustomers } from "#tests/support/create-customers.ts";
import { settleHoldEntry } from "#tests/support/settle-hold-entry.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";

let testApp: TestApp;
let context: ShopContext;

beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.close());
beforeEach(async () => {
  const shop = await testApp.createShop();
  context = { ...(await shop.context()), actor: { kind: "merchant", name: "Ada" } };
});

const give = (customerId: bigint, amountMinor: number, expiresAt: Date | null = null) =>
  postCredit(context, {
    customerId,
    unit: "money",
    amountMinor,
    typeCode: CREDIT_TYPES.promotion,
    message: "A present",
    ...(amountMinor > 0 && { parts: [{ amountMinor, expiresAt }] }),
  });
const list = (filter: Partial<CreditCustomerFilter> = {}, page = 1, size = 10) =>
  listCreditCustomers(context, { search: "", ...filter }, page, size);
const adjust = (customerId: bigint, input: Record<string, string>) =>
  adjustCreditAsMerchant(context, customerId, {
    amount: "10",
    type: "manual admin adjustment",
    reason: "Because",
    key: crypto.randomUUID(),
    ...input,
  });
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);

describe("the search for customers", () => {
  test("finds by parts of name and address in any order, and by the whole number", async () => {
    const ids = await createCustomers(context, 12);
    const found = async (search: string) => (await list({ search })).customers.map(({ id }) => id);
    expect(await found("customer-12@")).toEqual([ids[11]]);
    expect(await found("12 test CUSTOMER-12")).toEqual([ids[11]]);
    expect(await found("900000012")).toEqual([ids[11]]);
    expect(await found("90000001")).toEqual([]);
    expect(await found("%")).toEqual([]);
    expect(await found("_")).toEqual([]);
    expect(await found("Test")).toHaveLength(10);
    expect(await found("nobody")).toEqual([]);
  });

  test("without words lists those who have had credit, most first, on pages without repeats", async () => {
    const ids = await createCustomers(context, 6);
    for (const [index, id] of ids.slice(0, 5).entries()) await give(id, 100 * (index + 1));
    const first = await list({}, 1, 3);
    const second = await list({}, 2, 3);
    expect([first.hasMore, second.hasMore]).toEqual([true, false]);
    const order = [...first.customers, ...second.customers].map(({ id }) => id);
    expect(order).toEqual(ids.slice(0, 5).reverse());
    expect((await list({ search: "customer-6@" })).customers[0]?.availableMinor).toBeNull();
  });

  test("can be narrowed to who has credit, who has some held, and whose ends within 30 days", async () => {
    const [rich = 0n, holder = 0n, expiring = 0n, spent = 0n] = await createCustomers(context, 4);
    await give(rich, 5000, inDays(40));
    await give(holder, 300);
    await postCredit(context, {
      customerId: holder,
      unit: "money",
      amountMinor: -300,
      typeCode: CREDIT_TYPES.redemption,
      onHold: true,
      message: "Held",
    });
    await give(expiring, 200, inDays(29));
    await give(spent, 100);
    await give(spent, -100);
    const of = async (holding: NonNullable<CreditCustomerFilter["holding"]>) =>
      (await list({ holding })).customers.map(({ id }) => id);
    expect(await of("credit")).toEqual([rich, expiring]);
    expect(await of("held")).toEqual([holder]);
    expect(await of("expiring")).toEqual([expiring]);
    expect((await list()).customers.map(({ id }) => id)).toEqual([rich, expiring, spent, holder]);
  });

  test("never finds another store's customers", async () => {
    const [id = 0n] = await createCustomers(context, 1);
    await give(id, 100);
    const stranger = await (await testApp.createShop()).context();
    const { customers } = await listCreditCustomers(stranger, { search: "customer" }, 1, 10);
    expect(customers).toEqual([]);
    await expect(getCreditCustomer(stranger, id)).rejects.toMatchObject({ code: "not_found" });
  });
});

describe("a customer's page", () => {
  test("has what is left of each grant in the order of spending", async () => {
    const [id = 0n] = await createCustomers(context, 1);
    await give(id, 1000);
    await give(id, 500, inDays(90));
    await give(id, 200, inDays(5));
    await give(id, -300);
    const { account, grants, hasMoreGrants } = await getCreditCustomer(context, id);
    expect(account).toMatchObject({ availableMinor: 1400, heldMinor: 0, issuedMinor: 1700 });
    expect(grants.map(({ remainingMinor, amountMinor }) => [remainingMinor, amountMinor])).toEqual([
      [400, 500],
      [1000, 1000],
    ]);
    expect([grants[0]?.message, hasMoreGrants]).toEqual(["A present", false]);
  });

  test("tells every entry with who, when, why and what there was then, holds too", async () => {
    const [id = 0n] = await createCustomers(context, 1);
    await give(id, 1000);
    const hold = await postCredit(
      { ...context, actor: { kind: "customer", name: null } },
      {
        customerId: id,
        unit: "money",
        amountMinor: -600,
        typeCode: CREDIT_TYPES.redemption,
        onHold: true,
        message: "Reserved",
      },
    );
    if (hold.outcome !== "posted") throw new Error(hold.outcome);
    await context.db.transaction((tx) =>
      settleHoldEntry(
        tx,
        context,
        { entryId: hold.entryId, customerId: id },
        { usedMinor: 400, orderGid: "gid://x/Order/1", orderName: "#1042" },
      ),
    );
    await adjust(id, { amount: "-1.50", type: "reconciled", reason: "Counted again" });
    const { entries } = await listCreditHistoryForMerchant(context, id, null, 10);
    const ada = { kind: "merchant", name: "Ada" };
    expect(entries.map((one) => [one.state, one.amountMinor, one.totalAfterMinor])).toEqual([
      ["posted", -150, 450],
      ["posted", -400, 600],
      ["captured", -600, 1000],
      ["posted", 1000, 1000],
    ]);
    expect(entries[0]).toMatchObject({ typeCode: 5, message: "Counted again", actor: ada });
    expect(entries[1]).toMatchObject({ orderName: "#1042", message: "Used for order #1042" });
    expect(entries[2]).toMatchObject({
      settledAt: expect.any(Date),
      actor: { kind: "customer", name: null },
    });
  });

  test("pages of the timeline hold every entry once", async () => {
    const [id = 0n] = await createCustomers(context, 1);
    for (let n = 1; n <= 5; n += 1) await give(id, n);
    const first = await listCreditHistoryForMerchant(context, id, null, 3);
    const second = await listCreditHistoryForMerchant(context, id, first.olderThan, 3);
    const amounts = [...first.entries, ...second.entries].map(({ amountMinor }) => amountMinor);
    expect([amounts, second.olderThan]).toEqual([[5, 4, 3, 2, 1], null]);
    expect(second.entries[0]?.totalAfterMinor).toBe(3);
  });
});

describe("adjusting by hand", () => {
  test("gives and takes under the merchant's name and reason, and takes no more than there is", async () => {
    const [id = 0n] = await createCustomers(context, 1);
    expect(await adjust(id, { amount: "12.50" })).toMatchObject({ amountMinor: 1250 });
    const taken = await adjust(id, { amount: "-20", type: "forfeit" });
    expect(taken).toMatchObject({ amountMinor: -1250, account: { availableMinor: 0 } });
    await expect(adjust(id, { amount: "-1" })).rejects.toMatchObject({ code: "balance_empty" });
    const { entries } = await listCreditHistoryForMerchant(context, id, null, 10);
    expect(entries.map(({ typeCode }) => typeCode)).toEqual([6, 4]);
  });

  test("sixty-four presses of the same form adjust once, and all get the same answer", async () => {
    const [id = 0n] = await createCustomers(context, 1);
    const key = crypto.randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 64 }, () => adjust(id, { amount: "3", key })),
    );
    expect(new Set(answers.map(({ entryId }) => entryId)).size).toBe(1);
    expect((await getCreditCustomer(context, id)).account.availableMinor).toBe(300);
    await expect(adjust(id, { amount: "4", key })).rejects.toMatchObject({
      code: "idempotency_conflict",
    });
  });

  test.each([
    ["amount", "0"],
    ["amount", "-0"],
    ["amount", "1.005"],
    ["amount", "1e2"],
    ["amount", "1000000"],
    ["amount", "1,5"],
    ["amount", ""],
    ["type", "Forfeit"],
    ["type", "membership"],
    ["reason", "   "],
    ["reason", "x".repeat(501)],
  ])("a %s of %j is refused at its field, and nothing moves", async (field, value) => {
    const [id = 0n] = await createCustomers(context, 1);
    await expect(adjust(id, { [field]: value })).rejects.toMatchObject({
      code: "invalid_input",
      fields: { [field]: [expect.any(String)] },
    });
    expect((await listCreditHistoryForMerchant(context, id, null, 10)).entries).toEqual([]);
  });

  test.each(["reconciled", "forfeit", "expired"])("%s only takes", async (type) => {
    const [id = 0n] = await createCustomers(context, 1);
    await give(id, 1000);
    await expect(adjust(id, { amount: "1", type })).rejects.toMatchObject({
      fields: { amount: [expect.stringContaining("below 0")] },
    });
    expect(await adjust(id, { amount: "-1", type })).toMatchObject({ amountMinor: -100 });
  });

  test("one whose data was erased gets nothing any more", async () => {
    const [id = 0n] = await createCustomers(context, 1);
    await context.db.prisma.customer.update({
      where: { shopId_id: { shopId: context.shop.id, id } },
      data: { redactedAt: new Date() },
    });
    await expect(adjust(id, {})).rejects.toMatchObject({ code: "not_found" });
  });
});
