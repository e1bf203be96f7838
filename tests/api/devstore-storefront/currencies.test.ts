import { beforeEach, describe, expect, test } from "vitest";
import { gid, type PlatformShop, platformShop } from "../devstore/platform-shop.ts";
import { customerWith, type Shopper, shopperOf, signIn } from "./shopper.ts";

// A shop of euros that also sells in yen: shoppers see and pay yen, by the platform's rate, and the shop books euros.

const bag = `{ shopMoney { amount currencyCode } presentmentMoney { amount currencyCode } }`;
const both = (euros: string, yen: string) => ({
  shopMoney: { amount: euros, currencyCode: "EUR" },
  presentmentMoney: { amount: yen, currencyCode: "JPY" },
});

let shop: PlatformShop;
let shopper: Shopper;
let cid: number;

beforeEach(async () => {
  shop = await platformShop({ seed: "goods" });
  expect((await shop.control("currencies", { rates: { JPY: 160 } })).status).toBe(200);
  shopper = shopperOf(shop);
  ({ cid } = await customerWith(shop, "none"));
  await signIn(shopper, cid);
  await shopper.post("/cart/add", { id: "7502", quantity: "2" });
});

const cart = async () => JSON.parse((await shopper.get("/cart.js")).text);

describe("a shopper who chooses another currency", () => {
  test("has a cart in it, in hundredths, and a page that knows its rate", async () => {
    const turned = await shopper.get("/cart?currency=JPY&a=b");
    expect(turned).toMatchObject({ status: 303 });
    expect(turned.headers.get("location")).toBe("/cart?a=b");
    expect(await cart()).toMatchObject({
      currency: "JPY",
      items: [{ price: 238_400, final_line_price: 476_800 }],
      items_subtotal_price: 476_800,
    });
    const { text } = await shopper.get("/cart");
    expect(text).toContain('"currency":{"active":"JPY","rate":"160.00000000"}');
    expect(text).toContain("¥4,768");
  });

  test("stays in the shop's own where it sells in no other of that name", async () => {
    await shopper.get("/cart?currency=USD");
    expect(await cart()).toMatchObject({ currency: "EUR", items_subtotal_price: 2980 });
  });

  test("has a code of a fixed amount converted, and pays the rest", async () => {
    const code = "TEN-OFF";
    const made = await shop.data(
      `mutation($code: DiscountCodeBasicInput!) { discountCodeBasicCreate(basicCodeDiscount: $code) { userErrors { message } } }`,
      {
        code: {
          ...{ code, title: code, startsAt: "2020-01-01T00:00:00Z", context: { all: "ALL" } },
          customerGets: {
            items: { all: true },
            value: { discountAmount: { amount: "10.00", appliesOnEachItem: false } },
          },
        },
      },
    );
    expect(made.discountCodeBasicCreate.userErrors).toEqual([]);
    await shopper.get("/cart?currency=JPY");
    await shopper.get(`/discount/${code}`);
    expect(await cart()).toMatchObject({
      cart_level_discount_applications: [{ title: code, total_allocated_amount: 160_000 }],
      total_price: 316_800,
    });
    expect((await shopper.post("/checkout/pay", {})).status).toBe(303);
    const { orders } = await shop.data(`{ orders(first: 1, reverse: true) { nodes {
      currencyCode presentmentCurrencyCode totalPriceSet ${bag} totalDiscountsSet ${bag}
      lineItems(first: 1) { nodes { originalTotalSet ${bag} discountAllocations { allocatedAmountSet ${bag} } } }
      transactions(first: 1) { amountSet ${bag} } } } }`);
    expect(orders.nodes[0]).toEqual({
      ...{ currencyCode: "EUR", presentmentCurrencyCode: "JPY" },
      totalPriceSet: both("24.7", "3952.0"),
      totalDiscountsSet: both("10.0", "1600.0"),
      lineItems: {
        nodes: [
          {
            originalTotalSet: both("29.8", "4768.0"),
            discountAllocations: [{ allocatedAmountSet: both("10.0", "1600.0") }],
          },
        ],
      },
      transactions: [{ amountSet: both("24.7", "3952.0") }],
    });
  });
});

test("a contract that was bought in another currency is charged in it, and booked in the shop's", async () => {
  const { body } = await shop.look("state");
  const { plan_id } = body.plans.find(({ kind }: { kind: string }) => kind === "membership");
  const lines = [{ variant_id: 7501 }];
  const bought = await shop.control("orders", { cid, lines, plan_id, currency: "JPY" });
  const { contract_id } = bought.body;
  await shop.control(`contracts/${contract_id}/charge`, { cycle_index: 2 });
  const { subscriptionContract } = await shop.data(
    `query($id: ID!) { subscriptionContract(id: $id) { currencyCode
      lines(first: 1) { nodes { currentPrice { amount currencyCode } } }
      orders(first: 1, reverse: true) { nodes { totalPriceSet ${bag} } } } }`,
    { id: gid("SubscriptionContract", contract_id) },
  );
  const { totalPriceSet } = subscriptionContract.orders.nodes[0];
  const { amount } = totalPriceSet.shopMoney;
  expect(subscriptionContract).toMatchObject({
    currencyCode: "JPY",
    lines: {
      nodes: [{ currentPrice: { amount: `${Number(amount) * 160}.0`, currencyCode: "JPY" } }],
    },
  });
  expect(totalPriceSet).toEqual(both(amount, `${Number(amount) * 160}.0`));
});
