import { beforeAll, describe, expect, test } from "vitest";
import { shopperOf, signIn } from "#tests/api/devstore-storefront/shopper.ts";
import type { AnyJson } from "#tests/support/any-json.ts";
import { documentOf, type documents } from "./admin-documents.ts";
import { gid, type PlatformShop, platformShop } from "./platform-shop.ts";

// What codes take off at the checkout, to the cent. The delivery of goods costs 4.90.
const herbs = { variant_id: 7502, quantity: 1 }; // 14.90, product 7002
const plant = { variant_id: 7504, quantity: 1 }; // 19.90, product 7003
const seeds = { variant_id: 7506, quantity: 1 }; // 10.90, product 7004

let shop: PlatformShop;

beforeAll(async () => {
  shop = await platformShop({ seed: "small" });
});

const everything = { orderDiscounts: true, productDiscounts: true, shippingDiscounts: true };
const all = { all: true };
const products = (...ids: number[]) => ({
  products: { productsToAdd: ids.map((id) => gid("Product", id)) },
});

let codes = 0;
async function make(name: keyof typeof documents, more: object): Promise<string> {
  codes += 1;
  const code = `CODE-${codes}`;
  const input = {
    ...{ title: code, code, startsAt: "2026-01-01T00:00:00Z", context: { all: "ALL" } },
    ...more,
  };
  const [answer] = Object.values(await shop.data(documentOf(name), { input })) as AnyJson[];
  expect(answer.userErrors).toEqual([]);
  return code;
}

const off = (items: object, value: object, more: object = {}) =>
  make("discountBasic", { combinesWith: everything, customerGets: { items, value }, ...more });
const amount = (text: string, appliesOnEachItem = false) => ({
  discountAmount: { amount: text, appliesOnEachItem },
});
const gift = (bought: object, given: object, more: object = {}) =>
  make("discountBxgy", {
    combinesWith: everything,
    customerBuys: { items: bought, value: { quantity: "2" } },
    customerGets: {
      items: given,
      value: { discountOnQuantity: { quantity: "1", effect: { percentage: 1 } } },
    },
    ...more,
  });
const freeDelivery = (more: object = {}) =>
  make("discountFreeShipping", {
    combinesWith: { orderDiscounts: true, productDiscounts: true },
    ...more,
  });

const place = (lines: object[], discount_codes: string[], cid = 1001) =>
  shop.control("orders", { cid, lines, discount_codes });

/** What each code took off each line, and what the order came to. */
async function bought(lines: object[], ...discountCodes: string[]) {
  const { status, body } = await place(lines, discountCodes);
  expect(body.errors).toBeUndefined();
  expect(status).toBe(200);
  const { order } = await shop.data(documentOf("order"), { id: gid("Order", body.order_id) });
  return {
    total: body.total,
    order,
    byLine: order.lineItems.nodes.map((line: AnyJson) =>
      Object.fromEntries(
        line.discountAllocations.map((one: AnyJson) => [
          one.discountApplication.code,
          one.allocatedAmountSet.shopMoney.amount,
        ]),
      ),
    ),
  };
}

async function refusal(lines: object[], ...discountCodes: string[]): Promise<string> {
  const { status, body } = await place(lines, discountCodes);
  expect(status).toBe(422);
  return body.errors[0].message;
}

describe("a code takes off", () => {
  test("a product, a variant or a collection and nothing else", async () => {
    const half = { percentage: 0.5 };
    const lines = [{ ...herbs, quantity: 3 }, plant];
    const product = await off(products(7003), half);
    expect((await bought(lines, product)).byLine).toEqual([{}, { [product]: "9.95" }]);
    const variant = await off(
      { products: { productVariantsToAdd: [gid("ProductVariant", 7502)] } },
      half,
    );
    expect((await bought(lines, variant)).byLine).toEqual([{ [variant]: "22.35" }, {}]);
    const { body } = await shop.control("collections", { title: "Plants", product_ids: [7003] });
    const ofCollection = { collections: { add: [gid("Collection", body.collection_id)] } };
    const collection = await off(ofCollection, half);
    expect((await bought(lines, collection)).byLine).toEqual([{}, { [collection]: "9.95" }]);
    expect(await refusal([seeds], product)).toContain("not valid for the items");
  });

  test("an amount once, shared to the cent, or from each piece, and never more than the price", async () => {
    const lines = [{ ...herbs, quantity: 2 }, plant, seeds];
    const once = await off(all, amount("10.00"));
    const shared = await bought(lines, once);
    expect(shared.byLine).toEqual([{ [once]: "4.92" }, { [once]: "3.28" }, { [once]: "1.8" }]);
    expect(shared.total).toBe("55.50");
    const each = await off(products(7002), amount("4.00", true));
    expect((await bought(lines, each)).byLine).toEqual([{ [each]: "8.0" }, {}, {}]);
    const gross = await off(products(7002), amount("100.00", true));
    const free = await bought(lines, gross);
    expect(free.byLine).toEqual([{ [gross]: "29.8" }, {}, {}]);
    expect(free.total).toBe("35.70");
    const free2 = await off(all, amount("500.00"));
    expect((await bought([herbs], free2, await freeDelivery())).total).toBe("0.00");
  });

  test("a percentage of the order that is rounded once", async () => {
    const third = await off(all, { percentage: 0.333 });
    const lines = [herbs, plant, seeds];
    // 33.3 % of 45.70 is 15.2181.
    const { order, byLine } = await bought(lines, third);
    const cents = byLine.map((line: AnyJson) => Math.round(Number(line[third]) * 100));
    expect(cents.reduce((sum: number, one: number) => sum + one, 0)).toBe(1522);
    expect(order.currentSubtotalPriceSet.shopMoney.amount).toBe("30.48");
  });

  test("what a store without decimals can pay", async () => {
    const yen = await platformShop({ seed: "small", currency: "JPY" });
    const input = {
      ...{ title: "T", code: "THIRD", startsAt: "2026-01-01T00:00:00Z", context: { all: "ALL" } },
      customerGets: { items: all, value: { percentage: 0.333 } },
    };
    await yen.data(documentOf("discountBasic"), { input });
    const discount_codes = ["THIRD"];
    const { body } = await yen.control("orders", { cid: 1001, lines: [herbs], discount_codes });
    expect(body.discount_codes[0].amount).toMatch(/^\d+$/);
  });
});

describe("buy X get Y", () => {
  test("gives the cheapest piece for every whole set, as often as the limit lets it", async () => {
    const any = products(7002, 7003, 7004);
    const unlimited = await gift(any, any);
    const lines = [
      { ...plant, quantity: 4 },
      { ...seeds, quantity: 2 },
    ];
    expect((await bought(lines, unlimited)).byLine).toEqual([{}, { [unlimited]: "21.8" }]);
    const once = await gift(any, any, { usesPerOrderLimit: 1 });
    expect((await bought(lines, once)).byLine).toEqual([{}, { [once]: "10.9" }]);
  });

  test("asks for what must be bought beside what is given", async () => {
    const code = await gift(products(7002), products(7002));
    expect(await refusal([{ ...herbs, quantity: 2 }], code)).toContain("not valid for the items");
    expect((await bought([{ ...herbs, quantity: 3 }], code)).byLine).toEqual([{ [code]: "14.9" }]);
    const other = await gift(products(7002), products(7004));
    expect(await refusal([{ ...herbs, quantity: 5 }], other)).toContain("not valid for the items");
    expect((await bought([{ ...herbs, quantity: 2 }, seeds], other)).byLine).toEqual([
      {},
      { [other]: "10.9" },
    ]);
  });

  test("by an amount that is spent", async () => {
    const code = await gift(products(7003), products(7004), {
      customerBuys: { items: products(7003), value: { amount: "35.00" } },
    });
    expect(await refusal([plant, seeds], code)).toContain("not valid for the items");
    const { total } = await bought([{ ...plant, quantity: 2 }, seeds], code);
    expect(total).toBe("44.70");
  });
});

describe("free delivery", () => {
  test("is a discount on the shipping line, in GraphQL", async () => {
    const code = await freeDelivery();
    const { order, total } = await bought([herbs], code);
    expect(total).toBe("14.90");
    expect(order.discountCodes).toEqual([code]);
    expect(order.shippingLine).toEqual({
      originalPriceSet: { shopMoney: { amount: "4.9" } },
      discountedPriceSet: { shopMoney: { amount: "0.0" } },
      discountAllocations: [
        {
          allocatedAmountSet: { shopMoney: { amount: "4.9" } },
          discountApplication: { code, targetType: "SHIPPING_LINE", value: { percentage: 100 } },
        },
      ],
    });
  });

  test("is refused where nothing is delivered, it costs more, or it goes elsewhere", async () => {
    const club = { variant_id: 7501, quantity: 1 };
    expect(await refusal([club], await freeDelivery())).toContain("not valid for the items");
    const cheap = await freeDelivery({ maximumShippingPrice: "4.00" });
    expect(await refusal([herbs], cheap)).toContain("not valid for the items");
    const abroad = await freeDelivery({ destination: { countries: { add: ["US"] } } });
    expect(await refusal([herbs], abroad)).toContain("not valid for the items");
  });
});

describe("a minimum", () => {
  test("counts what the code is for, and nothing else", async () => {
    const minimumRequirement = { quantity: { greaterThanOrEqualToQuantity: "2" } };
    const code = await off(products(7002), { percentage: 0.1 }, { minimumRequirement });
    expect(await refusal([herbs, { ...seeds, quantity: 5 }], code)).toContain("more items");
    expect((await bought([{ ...herbs, quantity: 2 }], code)).byLine).toEqual([{ [code]: "2.98" }]);
  });

  test("of the order counts what discounts on products have left", async () => {
    const minimumRequirement = { subtotal: { greaterThanOrEqualToSubtotal: "14.90" } };
    const order = await off(all, amount("1.00"), { minimumRequirement });
    const product = await off(products(7002), amount("2.00"));
    expect((await bought([herbs], order)).total).toBe("18.80");
    expect(await refusal([herbs], product, order)).toContain("larger order");
    expect(await refusal([herbs], order, product)).toContain("can't be combined");
  });
});

describe("together", () => {
  test("products come first, then the order, then the delivery", async () => {
    const order = await off(all, { percentage: 0.1 });
    const product = await off(products(7002), { percentage: 0.5 });
    const {
      byLine,
      total,
      order: placed,
    } = await bought([herbs, plant], await freeDelivery(), order, product);
    // 14.90 less 7.45; 27.35 less 2.74 (2.735, half up).
    expect(byLine[0][product]).toBe("7.45");
    expect(total).toBe("24.61");
    expect(placed.discountApplications.nodes).toHaveLength(3);
  });

  test("only the largest discount on products counts on a line; one without a line is refused", async () => {
    const small = await off(products(7002, 7003), { percentage: 0.1 });
    const large = await off(products(7002), { percentage: 0.5 });
    expect((await bought([herbs, plant], small, large)).byLine).toEqual([
      { [large]: "7.45" },
      { [small]: "1.99" },
    ]);
    expect(await refusal([herbs], small, large)).toContain("can't be combined");
    expect(await refusal([herbs], large, small)).toContain("can't be combined");
  });

  test("two discounts on the order go by the same subtotal, and never below nothing", async () => {
    const half = await off(all, { percentage: 0.5 });
    const more = await off(all, { percentage: 0.6 });
    // 34.80: 17.40 off, then 20.88, of which 17.40 is left.
    const { byLine, total } = await bought([herbs, plant], half, more, await freeDelivery());
    expect(byLine).toEqual([
      { [half]: "7.45", [more]: "7.45" },
      { [half]: "9.95", [more]: "9.95" },
    ]);
    expect(total).toBe("0.00");
    const tenth = await off(all, { percentage: 0.1 });
    const other = await off(all, { percentage: 0.1 });
    expect((await bought([herbs, plant], tenth, other)).total).toBe("32.74");
  });

  test("a purchase with a plan gets only what is for subscriptions", async () => {
    const { body: state } = await shop.look("state");
    const { plan_id } = state.plans.find((one: { kind: string }) => one.kind === "product");
    const lines = [{ ...herbs, plan_id }];
    const oneTime = await off(products(7002), { percentage: 0.5 });
    expect(await refusal(lines, oneTime)).toContain("not valid for the items");
    const customerGets = {
      ...{ items: products(7002), value: { percentage: 0.5 } },
      ...{ appliesOnSubscription: true, appliesOnOneTimePurchase: false },
    };
    const plans = await off(all, {}, { customerGets });
    expect((await place(lines, [plans])).status).toBe(200);
    expect(await refusal([herbs], plans)).toContain("not valid for the items");
  });
});

test("the cart says which codes count, and takes them off its lines", async () => {
  const shopper = shopperOf(shop);
  await signIn(shopper, 1001);
  await shopper.post("/cart/add", { id: "7502", quantity: "2" });
  const mine = await off(products(7002), amount("5.00"), {
    context: { customers: { add: [gid("Customer", 1001)] } },
  });
  const theirs = await off(all, amount("1.00"), {
    context: { customers: { add: [gid("Customer", 1002)] } },
  });
  const elsewhere = await off(products(7003), amount("5.00"));
  const delivery = await freeDelivery();
  const { text } = await shopper.send("/cart/update.js", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ discount: [mine, theirs, elsewhere, delivery].join() }),
  });
  expect(JSON.parse(text)).toMatchObject({
    original_total_price: 2980,
    total_price: 2480,
    total_discount: 500,
    items: [
      {
        original_line_price: 2980,
        final_line_price: 2480,
        line_level_discount_allocations: [
          { amount: 500, discount_application: { type: "discount_code", title: mine } },
        ],
      },
    ],
    discount_codes: [
      { code: mine, applicable: true },
      { code: theirs, applicable: false },
      { code: elsewhere, applicable: false },
      { code: delivery, applicable: true },
    ],
  });
});

test("a code is used up by its orders, once by each customer, and not past its end", async () => {
  const code = await off(all, amount("1.00"), { usageLimit: 2, appliesOncePerCustomer: true });
  await bought([herbs], code);
  expect(await refusal([herbs], code)).toContain("used by this customer before");
  expect((await place([herbs], [code], 1002)).status).toBe(200);
  const third = await place([herbs], [code], 1003);
  expect(third.body.errors[0].message).toContain("used up");
  const { codeDiscountNodeByCode } = await shop.data(documentOf("discountByCode"), { code });
  expect(codeDiscountNodeByCode.codeDiscount.asyncUsageCount).toBe(2);
  const brief = await off(all, amount("1.00"), { endsAt: "2026-02-01T00:00:00Z" });
  expect(await refusal([herbs], brief)).toContain("not active");
});
