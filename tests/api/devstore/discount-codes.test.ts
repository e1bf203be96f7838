import { beforeAll, describe, expect, test } from "vitest";
import type { AnyJson } from "#tests/support/any-json.ts";
import { documentOf, type documents } from "./admin-documents.ts";
import { gid, type PlatformShop, platformShop } from "./platform-shop.ts";

let shop: PlatformShop;

beforeAll(async () => {
  shop = await platformShop({ seed: "small" });
});

async function run(name: keyof typeof documents, variables: object): Promise<AnyJson> {
  return Object.values(await shop.data(documentOf(name), { ...variables }))[0];
}

let codes = 0;
function basic(more: Record<string, unknown> = {}) {
  codes += 1;
  return {
    title: "Ten off",
    code: `TEN-${codes}`,
    startsAt: "2026-01-01T00:00:00Z",
    customerGets: { items: { all: true }, value: { percentage: 0.1 } },
    ...more,
  };
}

const herbs = { items: { products: { productsToAdd: [gid("Product", 7002)] } } };

describe("creating", () => {
  test("a percentage, an amount, buy-and-get and free shipping each make an active code", async () => {
    const percentage = await run("discountBasic", { input: basic() });
    expect(percentage.codeDiscountNode.codeDiscount).toMatchObject({
      __typename: "DiscountCodeBasic",
      status: "ACTIVE",
    });
    const amount = { discountAmount: { amount: "5.00", appliesOnEachItem: false } };
    const fixed = basic({ customerGets: { items: { all: true }, value: amount } });
    expect((await run("discountBasic", { input: fixed })).userErrors).toEqual([]);
    const bxgy = {
      title: "Two for one",
      code: "TWO-FOR-ONE",
      combinesWith: { shippingDiscounts: true },
      customerBuys: { ...herbs, value: { quantity: "1" } },
      customerGets: {
        ...herbs,
        value: { discountOnQuantity: { quantity: "1", effect: { percentage: 1 } } },
      },
    };
    expect((await run("discountBxgy", { input: bxgy })).userErrors).toEqual([]);
    const combinesWith = { productDiscounts: true };
    const shipping = { title: "Free delivery", code: "SHIP-FREE", combinesWith };
    expect((await run("discountFreeShipping", { input: shipping })).userErrors).toEqual([]);
  });

  test("a code that exists, in whatever case, is TAKEN, whichever kind it is", async () => {
    const input = basic();
    await run("discountBasic", { input });
    const again = await run("discountBasic", {
      input: { ...input, code: input.code.toLowerCase() },
    });
    expect(again.codeDiscountNode).toBeNull();
    expect(again.userErrors[0]).toMatchObject({
      code: "TAKEN",
      field: ["basicCodeDiscount", "code"],
    });
    const other = await run("discountFreeShipping", { input: { title: "S", code: input.code } });
    expect(other.userErrors[0].code).toBe("TAKEN");
  });

  test.each([
    [{ code: "" }, "BLANK"],
    [{ title: " " }, "BLANK"],
    [{ endsAt: "2025-01-01T00:00:00Z" }, "END_DATE_BEFORE_START_DATE"],
    [{ customerGets: { items: { all: true }, value: { percentage: 20 } } }, "VALUE_OUTSIDE_RANGE"],
    [{ customerGets: { items: {}, value: { percentage: 0.1 } } }, "APPLIES_ON_NOTHING"],
    [{ context: { customers: { add: [gid("Customer", 1)] } } }, "INVALID"],
  ])("with %j: %s", async (more, code) => {
    const { userErrors } = await run("discountBasic", { input: basic(more) });
    expect(userErrors[0].code).toBe(code);
  });
});

describe("a checkout", () => {
  const order = (cid: number, code: string) =>
    shop.control("orders", {
      cid,
      lines: [{ variant_id: 7502, quantity: 2 }],
      discount_codes: [code],
    });

  test("takes the code's effect off and counts the use", async () => {
    const input = basic();
    await run("discountBasic", { input });
    const { body } = await order(1001, input.code.toLowerCase());
    const placed = await run("order", { id: gid("Order", body.order_id) });
    expect(placed.discountCodes).toEqual([input.code]);
    expect(placed.currentSubtotalPriceSet.shopMoney.amount).toBe("26.82");
    const { codeDiscount } = await run("discountByCode", { code: input.code });
    expect(codeDiscount.asyncUsageCount).toBe(1);
  });

  test("refuses a code of another customer, a used-up one, one for larger orders and a deactivated one", async () => {
    const own = basic({ context: { customers: { add: [gid("Customer", 1002)] } }, usageLimit: 1 });
    await run("discountBasic", { input: own });
    expect((await order(1001, own.code)).body.errors[0].message).toContain("not for this customer");
    expect((await order(1002, own.code)).status).toBe(200);
    expect((await order(1002, own.code)).body.errors[0].message).toContain("used up");
    const large = basic({
      minimumRequirement: { subtotal: { greaterThanOrEqualToSubtotal: "500.00" } },
    });
    await run("discountBasic", { input: large });
    expect((await order(1001, large.code)).body.errors[0].message).toContain("larger order");
    const off = basic();
    const { codeDiscountNode } = await run("discountBasic", { input: off });
    expect((await run("discountDeactivate", { id: codeDiscountNode.id })).userErrors).toEqual([]);
    const { codeDiscount } = await run("discountByCode", { code: off.code });
    expect(codeDiscount.status).toBe("EXPIRED");
    expect((await order(1001, off.code)).body.errors[0].message).toContain("not active");
    expect((await order(1001, "NO-SUCH")).status).toBe(422);
  });

  const both = async (...inputs: Record<string, unknown>[]) => {
    const discount_codes = [];
    for (const more of inputs) {
      const input = basic(more);
      await run("discountBasic", { input });
      discount_codes.push(input.code);
    }
    const lines = [{ variant_id: 7502, quantity: 2 }];
    return shop.control("orders", { cid: 1001, lines, discount_codes });
  };
  const withOrders = { combinesWith: { orderDiscounts: true } };
  const withProducts = { combinesWith: { productDiscounts: true } };

  test("takes two codes only when each names the other's class", async () => {
    expect((await both(withOrders, withOrders)).status).toBe(200);
    for (const other of [{}, withProducts]) {
      for (const pair of [
        [withOrders, other],
        [other, withOrders],
      ]) {
        const { status, body } = await both(...pair);
        expect(status).toBe(422);
        expect(body.errors[0].message).toContain("can't be combined");
      }
    }
  });

  test("takes a code beside an automatic discount only when both consent", async () => {
    const automatic = { title: "Autumn", percentage: 10 };
    expect((await shop.control("automatic-discount", automatic)).status).toBe(200);
    expect((await both(withOrders)).status).toBe(422);
    await shop.control("automatic-discount", { ...automatic, combines_with: ["order"] });
    expect((await both({})).status).toBe(422);
    const { status, body } = await both(withOrders);
    expect(status).toBe(200);
    const order = await run("order", { id: gid("Order", body.order_id) });
    // 29.80 less 10 %, less 10 % of the rest.
    expect(order.currentSubtotalPriceSet.shopMoney.amount).toBe("24.14");
    expect(order.discountCodes).toHaveLength(1);
    await shop.control("automatic-discount", { percentage: null });
    expect((await both({})).status).toBe(200);
  });

  test("gives the second piece for nothing, and the delivery", async () => {
    const two = await shop.control("orders", {
      cid: 1001,
      lines: [{ variant_id: 7502, quantity: 2 }],
      discount_codes: ["TWO-FOR-ONE", "SHIP-FREE"],
    });
    expect(two.body.total).toBe("14.90");
  });
});
