import { beforeAll, describe, expect, test } from "vitest";
import { type PlatformShop, platformShop } from "../devstore/platform-shop.ts";
import { customerWith, type Shopper, shopperOf, signIn } from "./shopper.ts";

// The cart by the platform's Ajax API: what scripts of themes and of the app read, and which codes count.

const herbs = { id: "7502", quantity: "2" };
let shop: PlatformShop;

beforeAll(async () => {
  shop = await platformShop({ seed: "small" });
});

async function withHerbs(): Promise<Shopper> {
  const shopper = shopperOf(shop);
  await shopper.post("/cart/add", herbs);
  return shopper;
}

const cartOf = async (shopper: Shopper) => JSON.parse((await shopper.get("/cart.js")).text);
const update = (shopper: Shopper, body: string) =>
  shopper.send("/cart/update.js", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body,
  });
const setCodes = async (shopper: Shopper, discount: string) =>
  JSON.parse((await update(shopper, JSON.stringify({ discount }))).text);

describe("a cart", () => {
  test("counts in hundredths, and says what there is", async () => {
    expect(await cartOf(await withHerbs())).toMatchObject({
      currency: "EUR",
      item_count: 2,
      items: [{ variant_id: 7502, quantity: 2, price: 1490, line_price: 2980 }],
      items_subtotal_price: 2980,
      total_price: 2980,
      cart_level_discount_applications: [],
      discount_codes: [],
    });
    expect(await cartOf(shopperOf(shop))).toMatchObject({ item_count: 0, total_price: 0 });
  });

  test("takes all its codes at once, and forgets them so", async () => {
    const shopper = await withHerbs();
    const { discount_codes } = await setCodes(shopper, " FREESHIP ,nobody-knows,freeship");
    expect(discount_codes).toEqual([
      { code: "FREESHIP", applicable: true },
      { code: "nobody-knows", applicable: false },
    ]);
    expect((await cartOf(shopper)).discount_codes).toEqual(discount_codes);
    expect((await setCodes(shopper, "")).discount_codes).toEqual([]);
    expect((await cartOf(shopper)).discount_codes).toEqual([]);
  });

  test("keeps five codes, and no text that is none", async () => {
    const shopper = await withHerbs();
    const codes = ["A1", "a b", "<b>", "A2", "A3", "A4", "A5", "A6"];
    const { discount_codes } = await setCodes(shopper, codes.join());
    const kept = discount_codes.map(({ code }: { code: string }) => code);
    expect(kept).toEqual(["A1", "A2", "A3", "A4", "A5"]);
  });

  test("is filled and changed by JSON as by a form, by a line's place or its variant", async () => {
    const shopper = shopperOf(shop);
    const send = async (path: string, body: unknown) => {
      const headers = { "content-type": "application/json" };
      const text = typeof body === "string" ? body : JSON.stringify(body);
      const answer = await shopper.send(path, { method: "POST", headers, body: text });
      return { status: answer.status, body: JSON.parse(answer.text) };
    };
    expect((await send("/cart/add.js", { id: 7502, quantity: 2 })).body.item_count).toBe(2);
    expect((await send("/cart/change.js", { id: 7502, quantity: 5 })).body.item_count).toBe(5);
    expect((await send("/cart/change.js", { line: 1, quantity: 3 })).body.item_count).toBe(3);
    for (const body of [{ line: 2, quantity: 0 }, { id: 1, quantity: 0 }, {}, "null", "nonsense"]) {
      const { status, body: error } = await send("/cart/change.js", body);
      expect([status, error.message]).toEqual([400, "Cart Error"]);
    }
    expect((await send("/cart/add.js", "nonsense")).status).toBe(422);
    expect((await cartOf(shopper)).item_count).toBe(3);
    expect((await send("/cart/change.js", { line: 1, quantity: 0 })).body.item_count).toBe(0);
  });

  test.each(["{}", "null", "[]", "nonsense", '{"discount":7}', '{"discount":"A","updates":{}}'])(
    "refuses the change %s in words, and stays as it was",
    async (body) => {
      const shopper = await withHerbs();
      await setCodes(shopper, "FREESHIP");
      const { status, text } = await update(shopper, body);
      expect(status).toBe(422);
      expect(JSON.parse(text).description).toContain("discount");
      expect((await cartOf(shopper)).discount_codes).toHaveLength(1);
    },
  );

  test("says of a code beside an automatic discount that goes with nothing that it does not count", async () => {
    const own = await platformShop({ seed: "small" });
    await own.control("automatic-discount", { title: "Autumn", percentage: 10 });
    const shopper = shopperOf(own);
    await shopper.post("/cart/add", herbs);
    const cart = await setCodes(shopper, "FREESHIP");
    expect(cart.discount_codes).toEqual([{ code: "FREESHIP", applicable: false }]);
    expect(cart).toMatchObject({
      items_subtotal_price: 2980,
      total_price: 2682,
      cart_level_discount_applications: [
        { title: "Autumn", type: "automatic", total_allocated_amount: 298 },
      ],
    });
  });

  test("is paid with every code that counts, and names at the checkout those that do not", async () => {
    const shopper = await withHerbs();
    await signIn(shopper, (await customerWith(shop, "none")).cid);
    await setCodes(shopper, "FREESHIP,NOPE");
    const checkout = (await shopper.get("/checkout")).text;
    expect(checkout).toContain("NOPE does not exist");
    expect(checkout).toContain("€29.80");
    await shopper.post("/checkout/discount", { remove: "NOPE" });
    expect((await shopper.post("/checkout/pay", {})).status).toBe(303);
    expect((await cartOf(shopper)).discount_codes).toEqual([]);
  });
});
