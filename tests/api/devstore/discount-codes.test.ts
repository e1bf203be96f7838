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
    context: { all: "ALL" },
    customerGets: { items: { all: true }, value: { percentage: 0.1 } },
    ...more,
  };
}

const current = { startsAt: "2026-01-01T00:00:00Z", context: { all: "ALL" } };
const herbs = { items: { products: { productsToAdd: [gid("Product", 7002)] } } };
const herbsOnly = (percentage: number) => ({ customerGets: { ...herbs, value: { percentage } } });

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
      ...{ title: "Two for one", code: "TWO-FOR-ONE", ...current },
      combinesWith: { shippingDiscounts: true },
      customerBuys: { ...herbs, value: { quantity: "1" } },
      customerGets: {
        ...herbs,
        value: { discountOnQuantity: { quantity: "1", effect: { percentage: 1 } } },
      },
    };
    expect((await run("discountBxgy", { input: bxgy })).userErrors).toEqual([]);
    const combinesWith = { productDiscounts: true };
    const shipping = { title: "Free delivery", code: "SHIP-FREE", ...current, combinesWith };
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
    const other = await run("discountFreeShipping", {
      input: { title: "S", code: input.code, ...current },
    });
    expect(other.userErrors[0].code).toBe("TAKEN");
  });

  const ofValue = (value: object) => ({ customerGets: { items: { all: true }, value } });
  const ofItems = (items: object) => ({ customerGets: { items, value: { percentage: 0.1 } } });
  const refused: [object, string, string, string][] = [
    [{ code: undefined }, "code", "BLANK", "Code can't be blank"],
    [{ code: "" }, "code", "TOO_SHORT", "Code is too short (minimum is 1 character)"],
    [{ code: "A\nB" }, "code", "INVALID", "Code cannot contain newline characters."],
    [{ code: "A".repeat(256) }, "code", "TOO_LONG", "Code is too long (maximum is 255 characters)"],
    [{ title: "" }, "title", "BLANK", "Title can't be blank"],
    [
      { title: "A".repeat(256) },
      "title",
      "TOO_LONG",
      "Title is too long (maximum is 255 characters)",
    ],
    [{ startsAt: null }, "startsAt", "BLANK", "Starts at can't be blank"],
    [
      { endsAt: "2025-01-01T00:00:00Z" },
      "endsAt",
      "INVALID",
      "Ends at needs to be after starts_at",
    ],
    [{ context: undefined }, "context", "BLANK", "Context can't be blank"],
    [
      { context: { customers: { add: [gid("Customer", 1)] } } },
      "context.customers.add",
      "INVALID",
      "Customer with id: 1 is invalid",
    ],
    [{ usageLimit: 0 }, "usageLimit", "GREATER_THAN", "Usage limit must be greater than 0"],
    [
      { recurringCycleLimit: 3 },
      "recurringCycleLimit",
      "MULTIPLE_RECURRING_CYCLE_LIMIT_FOR_NON_SUBSCRIPTION_ITEMS",
      "Recurring cycle limit must be 1 when discount does not apply to subscription items.",
    ],
    [
      ofValue({ percentage: 20 }),
      "customerGets.value.percentage",
      "VALUE_OUTSIDE_RANGE",
      "Value must be between 0.0 and 1.0",
    ],
    [
      ofValue({ discountAmount: { amount: "-5.00" } }),
      "customerGets.value.discountAmount.amount",
      "LESS_THAN_OR_EQUAL_TO",
      "Value must be less than or equal to 0",
    ],
    [
      ofValue({ discountOnQuantity: { quantity: "2", effect: { percentage: 0.5 } } }),
      "customerGets.value.discountOnQuantity",
      "INVALID",
      "discountOnQuantity field is only permitted with bxgy discounts.",
    ],
    [ofItems({}), "customerGets.items", "BLANK", "Items in 'customer get' must be defined"],
    [
      ofItems({ products: { productsToAdd: [gid("Product", 999)] } }),
      "customerGets.items.products.productsToAdd",
      "INVALID",
      "Product with id: 999 is invalid",
    ],
    [
      ofItems({ products: { productVariantsToAdd: [gid("ProductVariant", 999)] } }),
      "customerGets.items.products.productVariantsToAdd",
      "INVALID",
      "Product variant with id: 999 is invalid",
    ],
    [
      ofItems({ collections: { add: [gid("Collection", 999)] } }),
      "customerGets.items.collections.add",
      "INVALID",
      "Collection with id: 999 is invalid",
    ],
    [
      { minimumRequirement: { quantity: { greaterThanOrEqualToQuantity: "9999999999" } } },
      "minimumRequirement.quantity.greaterThanOrEqualToQuantity",
      "LESS_THAN",
      "Minimum quantity must be less than 2147483647",
    ],
    [
      { ...current, customerSelection: { all: true } },
      "context",
      "INVALID",
      "Only one of context or customerSelection can be provided.",
    ],
    [
      { tags: ["a", "b", "c", "d", "e", "f"] },
      "tags",
      "TOO_MANY_TAGS",
      "The number of tags exceeds the maximum of 5.",
    ],
  ];
  test.each(refused)("%j is refused at %s: %s", async (more, path, code, message) => {
    const answer = await run("discountBasic", { input: basic(more as Record<string, unknown>) });
    expect(answer.codeDiscountNode).toBeNull();
    const field = ["basicCodeDiscount", ...path.split(".")];
    expect(answer.userErrors).toEqual([{ field, code, message, extraInfo: null }]);
  });

  test("everything that is wrong is told at once, at its place", async () => {
    const both = {
      subtotal: { greaterThanOrEqualToSubtotal: "10.00" },
      quantity: { greaterThanOrEqualToQuantity: "2" },
    };
    const { userErrors } = await run("discountBasic", {
      input: basic({ title: "", minimumRequirement: both }),
    });
    expect(userErrors.map(({ code }: AnyJson) => code)).toEqual(["BLANK", "CONFLICT", "CONFLICT"]);
    const bxgy = await run("discountBxgy", {
      input: {
        ...{ title: "", code: "BXGY", ...current },
        customerBuys: { items: { all: true }, value: { quantity: "1" } },
        customerGets: { items: { all: true }, value: { percentage: 0.5 } },
      },
    });
    expect(
      bxgy.userErrors.map(({ field, code }: AnyJson) => [field.slice(1).join("."), code]),
    ).toEqual([
      ["customerGets", "INVALID"],
      ["title", "BLANK"],
      ["customerBuys.items", "BLANK"],
      ["customerGets.value.percentage", "INVALID"],
      ["customerGets.value.discountOnQuantity.quantity", "BLANK"],
    ]);
    const shipping = await run("discountFreeShipping", {
      input: { title: "", code: "SHIP", ...current, combinesWith: { shippingDiscounts: true } },
    });
    expect(shipping.userErrors).toMatchObject([
      {
        code: "INVALID_COMBINES_WITH_FOR_DISCOUNT_CLASS",
        field: ["freeShippingCodeDiscount", "combinesWith"],
      },
      { code: "BLANK", field: ["freeShippingCodeDiscount", "title"] },
    ]);
  });

  test("what contradicts itself is refused as a request, not as an input", async () => {
    const herb = gid("Product", 7002);
    for (const more of [
      ofValue({ percentage: 0.1, discountAmount: { amount: "5.00" } }),
      ofItems({ products: { productsToAdd: [herb], productsToRemove: [herb] } }),
    ]) {
      const { body } = await shop.admin(documentOf("discountBasic"), { input: basic(more) });
      expect(body.errors[0].extensions.code).toBe("BAD_REQUEST");
      expect(body.data.discountCodeBasicCreate).toBeNull();
    }
  });
});

describe("a code afterwards", () => {
  const made = async (more: Record<string, unknown> = {}) => {
    const { codeDiscountNode } = await run("discountBasic", { input: basic(more) });
    return codeDiscountNode.id as string;
  };
  const read = async (id: string) => (await run("discount", { id }))?.codeDiscount;

  test("keeps what an update leaves out, and its uses", async () => {
    const id = await made({ usageLimit: 3, ...herbsOnly(0.5) });
    const { code } = (await read(id)).codes.nodes[0];
    const lines = [{ variant_id: 7502, quantity: 1 }];
    await shop.control("orders", { cid: 1001, lines, discount_codes: [code] });
    const input = { title: "Changed", endsAt: "2030-01-01T00:00:00Z" };
    expect((await run("discountBasicUpdate", { id, input })).userErrors).toEqual([]);
    expect(await read(id)).toMatchObject({
      ...{ title: "Changed", endsAt: "2030-01-01T00:00:00Z", usageLimit: 3 },
      asyncUsageCount: 1,
      discountClasses: ["PRODUCT"],
      customerGets: { items: { products: { nodes: [{ id: gid("Product", 7002) }] } } },
    });
    const items = {
      products: {
        productsToAdd: [gid("Product", 7003)],
        productsToRemove: [gid("Product", 7002)],
      },
    };
    await run("discountBasicUpdate", { id, input: { customerGets: { items }, usageLimit: null } });
    const after = await read(id);
    expect(after.customerGets.items.products.nodes).toEqual([{ id: gid("Product", 7003) }]);
    expect(after.usageLimit).toBeNull();
  });

  test("refuses an update as it refuses a creation, and one of nothing", async () => {
    const other = basic();
    await run("discountBasic", { input: other });
    const id = await made();
    const taken = await run("discountBasicUpdate", { id, input: { code: other.code } });
    expect(taken.userErrors[0].code).toBe("TAKEN");
    const nobody = gid("DiscountCodeNode", 999_999);
    const { userErrors } = await run("discountBasicUpdate", { id: nobody, input: { title: "X" } });
    expect(userErrors).toEqual([{ field: ["id"], message: "Discount does not exist", code: null }]);
  });

  test("is deactivated, activated and deleted; the same again changes nothing", async () => {
    const id = await made({ endsAt: "2035-01-01T00:00:00Z" });
    const first = await read(id);
    await run("discountActivate", { id });
    expect(await read(id)).toEqual(first);
    expect((await run("discountDeactivate", { id })).userErrors).toEqual([]);
    const ended = await read(id);
    expect(ended.status).toBe("EXPIRED");
    await run("discountDeactivate", { id });
    expect(await read(id)).toEqual(ended);
    await run("discountActivate", { id });
    expect(await read(id)).toMatchObject({
      status: "ACTIVE",
      endsAt: null,
      startsAt: first.startsAt,
    });
    const scheduled = await made({ startsAt: "2034-01-01T00:00:00Z" });
    expect((await read(scheduled)).status).toBe("SCHEDULED");
    await run("discountActivate", { id: scheduled });
    expect((await read(scheduled)).status).toBe("ACTIVE");
    expect((await run("discountDelete", { id })).deletedCodeDiscountId).toBe(id);
    expect(await run("discount", { id })).toBeNull();
    for (const name of ["discountDelete", "discountActivate", "discountDeactivate"] as const) {
      expect((await run(name, { id })).userErrors).toEqual([
        { field: ["id"], message: "Code discount does not exist.", code: "INVALID" },
      ]);
    }
  });

  test("is found by status, title, time of creation, kind and tag", async () => {
    const own = await platformShop({ seed: "empty" });
    const create = (more: object) =>
      own.data(documentOf("discountBasic"), { input: basic({ ...more }) });
    await create({ title: "Now", tags: ["loyalty"] });
    await create({ title: "Then", startsAt: "2034-01-01T00:00:00Z" });
    await create({ title: "Over", endsAt: "2026-02-01T00:00:00Z" });
    const found = async (query: string) => {
      const { codeDiscountNodes } = await own.data(documentOf("discounts"), { query });
      return codeDiscountNodes.nodes.map((one: AnyJson) => one.codeDiscount.title);
    };
    expect(await found("status:active")).toEqual(["Now"]);
    expect(await found("status:scheduled OR status:expired")).toEqual(["Over", "Then"]);
    expect(await found("title:Over")).toEqual(["Over"]);
    expect(await found("tag:loyalty")).toEqual(["Now"]);
    expect(await found("created_at:>2034-01-01 OR type:bxgy")).toEqual([]);
    expect(await found("type:percentage created_at:<=now")).toHaveLength(3);
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
    // 29.80 less 10 % of it, twice.
    expect(order.currentSubtotalPriceSet.shopMoney.amount).toBe("23.84");
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
