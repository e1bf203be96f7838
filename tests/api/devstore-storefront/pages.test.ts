import { beforeAll, describe, expect, test } from "vitest";
import { documentOf } from "../devstore/admin-documents.ts";
import { gid, type PlatformShop, platformShop } from "../devstore/platform-shop.ts";
import { customerWith, shopperOf, signIn } from "./shopper.ts";

let shop: PlatformShop;

beforeAll(async () => {
  shop = await platformShop({ seed: "small" });
});

const openPages = [
  "/",
  "/collections/all",
  "/products/monstera",
  "/pages/membership",
  "/pages/contact",
  "/cart",
  "/account/login",
];

describe("every page", () => {
  test.each(openPages)("%s is there for everybody, and is never cached", async (path) => {
    const page = await shopperOf(shop).get(path);
    expect(page.status).toBe(200);
    expect(page.headers.get("cache-control")).toBe("private, no-store");
    expect(page.text).toContain('<html lang="en"');
    expect(page.text).not.toContain("Liquid error");
  });

  test.each(["de", "fr", "es", "ja"])("there is one in %s below its prefix", async (locale) => {
    for (const path of openPages) {
      const page = await shopperOf(shop).get(`/${locale}${path === "/" ? "" : path}`);
      expect(page.status, path).toBe(200);
      expect(page.text, path).toContain(`<html lang="${locale}"`);
      expect(page.headers.get("content-language")).toBe(locale);
    }
  });

  test("a locale in the query leads to the page in that language", async () => {
    const page = await shopperOf(shop).get("/pages/membership?locale=fr&x=1");
    expect(page.status).toBe(303);
    expect(page.headers.get("location")).toBe("/fr/pages/membership?x=1");
  });

  test("the shop's own language has no prefix", async () => {
    const page = await shopperOf(shop).get("/en/pages/membership");
    expect(page.headers.get("location")).toBe("/pages/membership");
  });

  test.each(["/nothing", "/products/nothing", "/it", "/de/nothing"])(
    "%s is answered 404 by the theme",
    async (path) => {
      const page = await shopperOf(shop).get(path);
      expect(page.status).toBe(404);
      expect(page.text).toContain("site-header");
    },
  );

  test("the contact page names the store's own address", async () => {
    const { email } = (await shop.data("{ shop { email } }")).shop;
    const { text } = await shopperOf(shop).get("/pages/contact");
    expect(text).toContain(`href="mailto:${email}"`);
  });

  test("an unknown shop has no pages", async () => {
    const page = await shopperOf({ domain: "nowhere.myshopify.com" }).get("/");
    expect(page.status).toBe(404);
  });
});

describe("signing in", () => {
  test("without it the account leads to the sign-in page and from there back", async () => {
    const page = await shopperOf(shop).get("/de/account");
    expect(page.status).toBe(302);
    expect(page.headers.get("location")).toMatch(
      /\/de\/account\/login\?return_to=%2Fde%2Faccount$/,
    );
  });

  test("it leads back to the very step and shows whose page it is", async () => {
    const shopper = shopperOf(shop);
    const { cid } = await customerWith(shop, "active");
    const answer = await shopper.post("/account/login", {
      customer_id: String(cid),
      return_to: "/pages/membership?step=reason#flow",
    });
    expect(answer.status).toBe(303);
    expect(answer.headers.get("location")).toBe("/pages/membership?step=reason#flow");
    expect((await shopper.get("/account")).status).toBe(200);
  });

  test.each(["https://evil.example/", "//evil.example/", "/\\evil.example", "javascript:1"])(
    "it never leads to %s",
    async (address) => {
      const { cid } = await customerWith(shop, "active");
      const form = { customer_id: String(cid), return_to: address };
      const answer = await shopperOf(shop).post("/account/login", form);
      expect(answer.headers.get("location")).toBe("/account");
    },
  );

  test("the control's cookie and the form's are the same", async () => {
    const { cid } = await customerWith(shop, "active");
    const [byForm, byControl] = [shopperOf(shop), shopperOf(shop)];
    await signIn(byForm, cid);
    await byControl.send("/__dev/login", { method: "POST", body: JSON.stringify({ cid }) });
    expect(byControl.cookies).toEqual(byForm.cookies);
  });

  test("a cookie that was changed signs nobody in", async () => {
    const shopper = shopperOf(shop);
    const { cid } = await customerWith(shop, "active");
    await signIn(shopper, cid);
    const [[name, value] = ["", ""]] = shopper.cookies;
    shopper.cookies.set(name, value.replace(String(cid), String(cid + 1)));
    expect((await shopper.get("/account")).status).toBe(302);
  });

  test("a customer of another shop is nobody here", async () => {
    const other = await platformShop({ seed: "small" });
    const elsewhere = shopperOf(other);
    await signIn(elsewhere, (await customerWith(other, "active")).cid);
    const here = shopperOf(shop);
    const [[name, value] = ["", ""]] = elsewhere.cookies;
    here.cookies.set(
      name.replace(other.domain.split(".")[0] ?? "", shop.domain.split(".")[0] ?? ""),
      value,
    );
    expect((await here.get("/account")).status).toBe(302);
  });

  test("signing out ends it", async () => {
    const shopper = shopperOf(shop);
    await signIn(shopper, (await customerWith(shop, "active")).cid);
    await shopper.post("/account/logout", {});
    expect((await shopper.get("/account")).status).toBe(302);
  });

  test("people are found by name, e-mail and membership", async () => {
    const { name } = await customerWith(shop, "cancelled");
    const query = new URLSearchParams({ q: name, membership: "cancelled" });
    const found = await shopperOf(shop).get(`/account/login?${query}`);
    expect(found.text).toContain("person__name");
    const nobody = await shopperOf(shop).get("/account/login?q=xyzzy");
    expect(nobody.text).toContain("Nobody matches.");
  });
});

describe("buying", () => {
  test("what is added stands in the cart, and once more is more of it", async () => {
    const shopper = shopperOf(shop);
    const variant = await variantOf("Monstera deliciosa");
    for (let times = 0; times < 2; times++) {
      await shopper.post("/cart/add", { id: variant, quantity: "2" });
    }
    const cart = await shopper.get("/cart");
    expect(cart.text).toContain("4 × <bdi>€39.00</bdi>");
    expect(cart.text).toContain("<bdi>€156.00</bdi>");
    expect((await shopper.get("/de/cart")).text).toMatch(/<bdi>156,00\s€<\/bdi>/);
    await shopper.post("/cart/change", { line: "1" });
    expect((await shopper.get("/cart")).text).toContain("Your cart is empty.");
  });

  test("a checkout of goods and a plan places one order, and a contract of only the plan's line", async () => {
    const shopper = shopperOf(shop);
    const { cid } = await customerWith(shop, "none");
    const { body } = await shop.look("state");
    const plan = body.plans.find((one: { kind: string }) => one.kind === "membership");
    await signIn(shopper, cid);
    const id = await variantOf("Gold Club");
    await shopper.post("/cart/add", { id, quantity: "1", selling_plan: String(plan.plan_id) });
    await shopper.post("/cart/add", { id: await variantOf("Monstera deliciosa"), quantity: "1" });
    const opened = await shopper.post("/cart/checkout", {});
    expect(opened.headers.get("location")).toBe("/checkout");
    const done = await shopper.post("/checkout/pay", {});
    expect(done.status).toBe(303);
    const location = decodeURIComponent(done.headers.get("location") ?? "");
    expect(location).toMatch(/^\/checkout\/thank-you\?order=\d+$/);
    const after = await shop.look("state");
    const buyer = after.body.customers.find((one: { cid: number }) => one.cid === cid);
    expect(buyer).toMatchObject({ status: "active", contract_ids: [expect.any(Number)] });
    expect(after.body.counts.orders).toBe(body.counts.orders + 1);
    const { subscriptionContract } = await shop.data(
      `query($id: ID!) { subscriptionContract(id: $id) {
        lines(first: 9) { nodes { title } }
        orders(first: 9) { nodes { lineItems(first: 9) { nodes { title contract { id } } } } }
      } }`,
      { id: gid("SubscriptionContract", buyer.contract_ids[0]) },
    );
    expect(subscriptionContract.lines.nodes).toEqual([{ title: "Gold Club" }]);
    const [order] = subscriptionContract.orders.nodes;
    expect(order.lineItems.nodes).toEqual([
      { title: "Gold Club", contract: { id: expect.any(String) } },
      { title: "Monstera deliciosa", contract: null },
    ]);
    expect((await shopper.get("/cart")).text).toContain("Your cart is empty.");
  });

  test("nobody checks out without signing in", async () => {
    const shopper = shopperOf(shop);
    await shopper.post("/cart/add", { id: await variantOf("Gold Club"), quantity: "1" });
    const orders = (await shop.look("state")).body.counts.orders;
    const answer = await shopper.post("/cart/checkout", {});
    expect(answer.headers.get("location")).toBe("/cart");
    await shopper.post("/checkout/pay", {});
    expect((await shop.look("state")).body.counts.orders).toBe(orders);
  });

  test("a link brings a code to the checkout, which says what it takes off; the order has both", async () => {
    const { shopper, cid } = await shopperWithCart();
    await makeCode("LINKED-CODE", { context: { customers: { add: [gid("Customer", cid)] } } });
    const linked = await shopper.get("/discount/linked-code?redirect=/checkout");
    expect(linked.headers.get("location")).toBe("/checkout");
    const checkout = await shopper.get("/checkout");
    expect(checkout.text).toContain("Discount code linked-code");
    expect(checkout.text).toContain("<bdi>−€5.00</bdi>");
    expect(checkout.text).toContain("Pay €38.90");
    const paid = await shopper.post("/checkout/pay", {});
    const thanks = await shopper.get(paid.headers.get("location") ?? "");
    expect(thanks.text).toContain("Discount code LINKED-CODE");
    expect(thanks.text).toContain("<bdi>€38.90</bdi>");
    const other = shopperOf(shop);
    await signIn(other, (await customerWith(shop, "active")).cid);
    expect((await other.get(paid.headers.get("location") ?? "")).status).toBe(404);
  });

  test.each([
    ["NO-SUCH-CODE", {}, "Enter a valid discount code: NO-SUCH-CODE does not exist."],
    [
      "NOT-MINE",
      { context: { customers: { add: [gid("Customer", 1002)] } } },
      "The discount code NOT-MINE isn&#39;t available to you.",
    ],
    ["OVER", { endsAt: "2026-01-02T00:00:00Z" }, "The discount code OVER is no longer valid."],
  ])(
    "the checkout turns %s down with the reason, and counts without it",
    async (code, more, words) => {
      const { shopper } = await shopperWithCart();
      if (Object.keys(more).length > 0) await makeCode(code, more);
      await shopper.post("/checkout/discount", { code });
      const { text } = await shopper.get("/checkout");
      expect(text.replaceAll("&#x27;", "&#39;")).toContain(words);
      expect(text).toContain("Pay €43.90");
    },
  );

  test("a code that is used up by the time of paying refuses the order, and the cart stays", async () => {
    const first = await shopperWithCart();
    const second = await shopperWithCart();
    await makeCode("ONCE-ONLY", { usageLimit: 1 });
    for (const { shopper } of [first, second]) {
      await shopper.post("/checkout/discount", { code: "ONCE-ONLY" });
      expect((await shopper.get("/checkout")).text).toContain("Pay €38.90");
    }
    expect((await first.shopper.post("/checkout/pay", {})).status).toBe(303);
    const refused = await second.shopper.post("/checkout/pay", {});
    expect(refused.status).toBe(422);
    expect(refused.text).toContain("ONCE-ONLY has reached its usage limit.");
    expect(refused.text).toContain("Pay €43.90");
  });

  test("a link with a code leads nowhere outside the store", async () => {
    const answer = await shopperOf(shop).get("/discount/X?redirect=https://evil.example/");
    expect(answer.headers.get("location")).toBe("/");
  });

  test("a cart cookie of nonsense is an empty cart", async () => {
    const handle = shop.domain.split(".")[0];
    const page = await shopperOf(shop).get("/cart", {
      cookie: `devstore_cart_${handle}=9x9.<script>.7501x0`,
    });
    expect(page.status).toBe(200);
    expect(page.text).toContain("Your cart is empty.");
  });
});

/** Signed in, with a monstera for 39.00 in the cart, delivered for 4.90. */
async function shopperWithCart() {
  const { body } = await shop.control("customers", { first_name: "Buyer" });
  const shopper = shopperOf(shop);
  await signIn(shopper, body.cid);
  await shopper.post("/cart/add", { id: await variantOf("Monstera deliciosa"), quantity: "1" });
  return { shopper, cid: body.cid };
}

/** A code that takes 5.00 off. */
async function makeCode(code: string, more: object): Promise<void> {
  const value = { discountAmount: { amount: "5.00", appliesOnEachItem: false } };
  const input = {
    title: code,
    code,
    startsAt: "2026-01-01T00:00:00Z",
    context: { all: "ALL" },
    customerGets: { items: { all: true }, value },
    ...more,
  };
  const answer = await shop.data(documentOf("discountBasic"), { input });
  expect(answer.discountCodeBasicCreate.userErrors).toEqual([]);
}

async function variantOf(title: string): Promise<string> {
  const { body } = await shop.look("state");
  const product = body.products.find((one: { title: string }) => one.title === title);
  return String(product.variant_ids[0]);
}
