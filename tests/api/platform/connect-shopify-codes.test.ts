import { describe, expect, test } from "vitest";
import type { TestStore } from "./open-test-store.ts";
import { prepareTestStores } from "./prepare-test-stores.ts";

const { openStore } = prepareTestStores();

describe("a store credit code", () => {
  const credit = (customerId: number, code: string, currency = "EUR") => ({
    code,
    title: "Store credit",
    customerId,
    amountMinor: 1500,
    currency,
  });
  const customerOf = async ({ control }: TestStore) =>
    Number((await control("customers", { first_name: "Ada" })).cid);

  test("is for one customer, one order and one amount, and goes with other discounts", async () => {
    const store = await openStore({ seed: "small" });
    const cid = await customerOf(store);
    const gid = await store.platform.createCreditCode(credit(cid, "CREDIT-ONE"));
    expect(
      await store.askAdmin(`{ codeDiscountNodeByCode(code: "credit-one") { id codeDiscount {
        ... on DiscountCodeBasic { status usageLimit appliesOncePerCustomer recurringCycleLimit
          combinesWith { orderDiscounts productDiscounts shippingDiscounts }
          context { ... on DiscountCustomers { customers { id } } }
          customerGets { appliesOnOneTimePurchase appliesOnSubscription
            value { ... on DiscountAmount { appliesOnEachItem amount { amount currencyCode } } } } } } } }`),
    ).toEqual({
      codeDiscountNodeByCode: {
        id: gid,
        codeDiscount: {
          status: "ACTIVE",
          usageLimit: 1,
          appliesOncePerCustomer: true,
          recurringCycleLimit: 1,
          combinesWith: { orderDiscounts: true, productDiscounts: true, shippingDiscounts: true },
          context: { customers: [{ id: `gid://shopify/Customer/${cid}` }] },
          customerGets: {
            appliesOnOneTimePurchase: true,
            appliesOnSubscription: true,
            value: { appliesOnEachItem: false, amount: { amount: "15.0", currencyCode: "EUR" } },
          },
        },
      },
    });
  });

  test("is counted in the currency's own units", async () => {
    const store = await openStore({ seed: "small", currency: "JPY" });
    const cid = await customerOf(store);
    await store.platform.createCreditCode(credit(cid, "CREDIT-YEN", "JPY"));
    const placed = await store.control("orders", {
      cid,
      lines: [{ variant_id: 7502, quantity: 2 }],
      credit_code: "CREDIT-YEN",
    });
    const order = await store.platform.getOrder(Number(placed.order_id));
    expect(order?.discountCodes).toEqual([{ code: "CREDIT-YEN", amountMinor: 1500 }]);
  });

  test("asked for twice is the same one; a customer whom the platform does not know gets none", async () => {
    const store = await openStore({ seed: "small" });
    const cid = await customerOf(store);
    const first = await store.platform.createCreditCode(credit(cid, "CREDIT-TWO"));
    expect(await store.platform.createCreditCode(credit(cid, "CREDIT-TWO"))).toBe(first);
    await expect(store.platform.createCreditCode(credit(4711, "CREDIT-NIL"))).rejects.toMatchObject(
      { kind: "refused" },
    );
  });

  test("is worth more or less after a change, also when its creation is asked for again", async () => {
    const store = await openStore({ seed: "small" });
    const cid = await customerOf(store);
    const { code, title, currency } = credit(cid, "CREDIT-MORE");
    const gid = await store.platform.createCreditCode(credit(cid, code));
    const worth = () =>
      store.askAdmin(`{ codeDiscountNodeByCode(code: "${code}") { codeDiscount { ... on DiscountCodeBasic {
        title customerGets { value { ... on DiscountAmount { amount { amount } } } } } } } }`);
    const told = (name: string, amount: string) => ({
      codeDiscountNodeByCode: {
        codeDiscount: { title: name, customerGets: { value: { amount: { amount } } } },
      },
    });
    const more = { code, title: "More", currency, amountMinor: 3300 };
    await store.platform.setCreditCodeAmount(gid, more);
    expect(await worth()).toEqual(told("More", "33.0"));
    const again = { ...credit(cid, code), amountMinor: 4400 };
    expect(await store.platform.createCreditCode(again)).toBe(gid);
    expect(await worth()).toEqual(told(title, "44.0"));
    await expect(
      store.platform.setCreditCodeAmount("gid://shopify/DiscountCodeNode/999999", more),
    ).rejects.toMatchObject({ kind: "refused" });
  });

  test("is closed, twice without harm, and tells how often it was used; an unknown one is null", async () => {
    const store = await openStore({ seed: "small" });
    const cid = await customerOf(store);
    const gid = await store.platform.createCreditCode(credit(cid, "CREDIT-END"));
    const lines = [{ variant_id: 7502, quantity: 1 }];
    expect(await store.platform.countCodeUses("CREDIT-END")).toBe(0);
    const placed = await store.control("orders", { cid, lines, credit_code: "CREDIT-END" });
    expect(await store.platform.countCodeUses("CREDIT-END")).toBe(1);
    expect(await store.platform.countCodeUses("CREDIT-NEVER")).toBe(0);
    for (const _ of [1, 2]) {
      expect(await store.platform.closeDiscountCode("CREDIT-END")).toEqual({ gid, usageCount: 1 });
    }
    expect(await store.platform.listOrdersWithCode("CREDIT-END")).toEqual([placed.order_id]);
    expect(await store.platform.closeDiscountCode("CREDIT-NEVER")).toBeNull();
    expect(await store.platform.listOrdersWithCode("CREDIT-NEVER")).toEqual([]);
  });

  test("shows what it took off an order of more lines than one page has, what was paid back, and for which", async () => {
    const store = await openStore({ seed: "small" });
    const cid = await customerOf(store);
    await store.platform.createCreditCode({ ...credit(cid, "CREDIT-MANY"), amountMinor: 90_000 });
    const lines = Array.from({ length: 130 }, () => ({ variant_id: 7502, quantity: 1 }));
    const placed = await store.control("orders", { cid, lines, credit_code: "CREDIT-MANY" });
    const orderId = Number(placed.order_id);
    await store.control(`orders/${orderId}/refund`, { amount: "10.00" });
    const all = placed.lines as { line_id: number }[];
    await store.control(`orders/${orderId}/refund`, {
      lines: all.map(({ line_id }) => ({ line_id, quantity: 1 })),
      amount: "20.00",
    });
    await store.control(`orders/${orderId}/cancel`, { refund: false });
    const order = await store.platform.getOrder(orderId);
    const refunded = order?.refunds[1]?.lines.map(({ lineId }) => lineId);
    expect(refunded).toEqual(all.map(({ line_id }) => line_id));
    expect(order?.lines.map(({ lineId }) => lineId)).toEqual(refunded);
    expect(order?.lines.reduce((sum, { paidMinor }) => sum + paidMinor, 0)).toBe(
      130 * 1490 - 90_000,
    );
    expect(order).toMatchObject({
      orderId,
      name: placed.order_name,
      currency: "EUR",
      totalMinor: 130 * 1490 + 490 - 90_000,
      cancelledAt: expect.any(Date),
      discountCodes: [{ code: "CREDIT-MANY", amountMinor: 90_000 }],
      refunds: [
        { amountMinor: 1000, besideMinor: 0, lines: [] },
        { amountMinor: 2000, besideMinor: 0 },
      ],
    });
    expect(await store.platform.getOrder(4711)).toBeNull();
  });
});
