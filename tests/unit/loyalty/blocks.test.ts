import { describe, expect, test } from "vitest";
import { contextOf } from "#tests/unit/liquid/context-of.ts";
import { editor, LOCALES, render, rule, textOf } from "./render-block.ts";

const goal = { ...rule, id: 8, type: "goal_spend", name: "Goal", required: 2000 };
const perEuro = {
  ...{ ...rule, id: 9, type: "points_for_purchases", name: "Points", required: null, reward: null },
  rate: { hundredths: 150, minimum_minor: 0, minimum_hundredths: 0 },
};
const coupon = (code: string, status: number, more = {}) => ({
  ...{ code, status, rule_name: "Coffee card", expires_at: null },
  reward: { kind: "percentage", percentage: 12.5 },
  ...more,
});
const ofCustomer = {
  ...{ points_balance: 1240, points_pending: 1, next_expiry: { points: 40, date: "2026-12-31" } },
  progress: [
    { rule_id: 7, current: 9, required: 10 },
    { rule_id: 8, current: 1200, required: 2000 },
  ],
  coupons: [] as object[],
  as_of: "2026-11-04T11:00:00Z",
};

describe("points and progress", () => {
  test("are complete without any script", () => {
    expect(textOf(render("points-progress", { rules: [rule, goal], loyalty: ofCustomer }))).toBe(
      "Your points 1,240 points 1 point more once the return window has ended 40 points expire on December 31, 2026 " +
        "Coffee &lt;card&gt; Every tenth is free Reward: 1 point 9 of 10 One to go " +
        "Goal Every tenth is free Reward: 1 point €1,200 of €2,000 History Loading …",
    );
  });

  test("begin a month's goal anew once the month is over, without any news", () => {
    const shown = (until: string) =>
      textOf(
        render("points-progress", {
          rules: [goal],
          loyalty: {
            ...ofCustomer,
            progress: [{ rule_id: 8, current: 1200, required: 2000, until }],
          },
        }),
      );
    expect(shown("2026-12-01T00:00:00Z")).toContain("€1,200 of €2,000");
    expect(shown("2026-11-01T00:00:00Z")).toContain("€0 of €2,000");
  });

  test("say that there is nothing yet before anything was published", () => {
    const text = textOf(render("points-progress", {}));
    expect(text).toContain("No points yet");
    expect(text).toContain("0 of 10");
  });

  test("leave out rules that have not begun, are over, or are for others", () => {
    const rules = [
      { ...rule, start_date: "2026-11-05" },
      { ...rule, end_date: "2026-11-03" },
      { ...rule, apply_to: "members" },
      { ...rule, apply_to: "tagged", tags: ["vip"] },
    ];
    expect(render("points-progress", { rules, tags: ["other"] })).not.toContain("pnl");
    const mine = render("points-progress", { rules, tags: ["other", "vip"] });
    expect(mine.match(/<h3>/g)).toHaveLength(1);
    const today = [{ ...rule, start_date: "2026-11-04", end_date: "2026-11-04" }];
    expect(render("points-progress", { rules: today })).toContain("<h3>");
  });

  test.each([
    [true, { kind: "membership", status: "paused", is_member: true }],
    [false, { kind: "membership", status: "active", is_member: false }],
    [false, { kind: "product", status: "active", is_member: false }],
    // Copies from before they said it.
    [true, { kind: "membership", status: "active" }],
    [false, { kind: "membership", status: "paused" }],
    [false, { kind: "product", status: "active" }],
  ])("of members are shown: %s, to who has %j", (isShown, contract) => {
    const rules = [{ ...rule, apply_to: "members" }];
    const html = render("points-progress", { rules, contracts: [contract] });
    expect(html.includes("<h3>")).toBe(isShown);
  });

  test("are not there without a program, and say so to who has points", () => {
    expect(render("points-progress", { rules: [] })).not.toContain("pnl");
    expect(textOf(render("points-progress", { rules: [], loyalty: ofCustomer }))).toContain(
      "There is nothing to earn at the moment.",
    );
  });

  test("have an example in the theme editor, whoever is signed in", () => {
    const page = { rules: [], loyalty: null, context: editor };
    const text = textOf(render("points-progress", page));
    expect(text).toContain("240 points 45 points more");
    expect(text).toContain("7 of 10");
  });
});

describe("rewards", () => {
  test("that can be used stand apart from those that cannot any more", () => {
    const coupons = [
      coupon("OPEN", 1, { expires_at: "2026-11-04T13:00:00Z" }),
      coupon("OVER", 1, { expires_at: "2026-11-04T11:00:00Z" }),
      coupon("USED", 2),
      coupon("GONE", 0),
    ];
    const html = render("rewards", { loyalty: { ...ofCustomer, coupons } });
    const [open = "", past = ""] = html.split("<details");
    expect(open.match(/data-code="(\w+)"/g)).toEqual(['data-code="OPEN"']);
    expect(textOf(open)).toContain(
      "12.5% off Coffee card Use it by November 4, 2026 OPEN Copy code",
    );
    expect(past.split("<template")[0]?.match(/data-(code|state)="(\w+)"/g)).toEqual([
      ...['data-code="OVER"', 'data-state="expired"', 'data-code="USED"', 'data-state="used"'],
      ...['data-code="GONE"', 'data-state="taken_back"'],
    ]);
  });

  test.each([
    [{ kind: "amount", amount_minor: 500, on_products: true }, "€5.00 off selected products"],
    [{ kind: "amount", amount_minor: 500, minimum_minor: 5000 }, "€5.00 off on orders of €50.00"],
    [{ kind: "percentage", percentage: 10, renewals: 3 }, "10% off your next 3 renewals"],
    [{ kind: "free_shipping" }, "Free delivery"],
    [{ kind: "free_product" }, "A free product"],
    [{ kind: "free_product", renewals: 1 }, "A free product with your next renewal"],
    [{ kind: "free_product", renewals: 3 }, "A free product with each of your next 3 renewals"],
    [{ kind: "buy_x_get_y", buy_quantity: 2, get_quantity: 1 }, "Buy 2, get 1 free"],
  ])("%j are said in words", (reward, words) => {
    const coupons = [coupon("OPEN", 1, { reward })];
    expect(textOf(render("rewards", { loyalty: { ...ofCustomer, coupons } }))).toContain(words);
  });

  test("say that there are none, and have an example in the theme editor", () => {
    expect(textOf(render("rewards", {}))).toBe("Your rewards No rewards yet");
    expect(textOf(render("rewards", { loyalty: null }))).toContain("Sign in to see your points");
    expect(textOf(render("rewards", { rules: [], context: editor }))).toContain("10% off");
  });
});

describe("points to earn", () => {
  const product = {
    ...{ id: 7501, title: "Monstera", handle: "monstera", vendor: "", type: "", description: "" },
    ...{ priceHundredths: 3900, tags: [], url: "/products/monstera", available: true },
    variants: [
      { id: 1, priceHundredths: 3900 },
      { id: 2, priceHundredths: 5900 },
    ],
  };
  const onProduct = { product, page: { ...contextOf().page, template: "product" } };
  const hints = (html: string) =>
    [...html.replace(/<!--.*?-->/g, "").matchAll(/<p class="pnl-earn"[^>]*>([^<]*)<\/p>/g)].map(
      ([all, words = ""]) => (all.includes(" hidden") ? null : words),
    );

  test("are said of the product and of the cart, and room is kept for the line", () => {
    const item = { title: "Herbs", quantity: 1, lineTotalHundredths: 10_000, productId: 1 };
    const more = { totalPriceHundredths: 10_000, itemCount: 1, items: [item] };
    const cart = { ...contextOf().cart, ...more };
    const context = { ...onProduct, cart };
    const html = render("points-to-earn", { rules: [perEuro, goal], context });
    expect(hints(html)).toEqual(["Earn up to 58 points", "Earn up to 150 points"]);
    expect(html).toContain('[name="id"][value="1"]');
    expect(html).toContain('data-prices="{&quot;1&quot;:3900,&quot;2&quot;:5900}"');
    const shop = { ...contextOf().shop, taxesIncluded: false };
    const exact = render("points-to-earn", { rules: [perEuro], context: { ...context, shop } });
    expect(hints(exact)).toEqual(["Earn 58 points", "Earn 150 points"]);
  });

  test("count the rule's products alone, and nothing below its least amount", () => {
    const other = { ...perEuro, product_ids: [1] };
    const own = { ...perEuro, product_ids: [7501] };
    const context = onProduct;
    expect(hints(render("points-to-earn", { rules: [other], context }))[0]).toBeNull();
    expect(hints(render("points-to-earn", { rules: [own], context }))[0]).toContain("58");
    const rate = { ...perEuro.rate, minimum_hundredths: 4000 };
    const dear = { ...perEuro, rate };
    expect(hints(render("points-to-earn", { rules: [dear], context }))[0]).toBeNull();
  });

  test("count no gift card, of which the page says nothing either", () => {
    const line = { title: "Card", quantity: 1, lineTotalHundredths: 6_000, productId: 7501 };
    const items = [
      { ...line, isGiftCard: true },
      { ...line, title: "Herbs", lineTotalHundredths: 4_000, productId: 1 },
    ];
    // 20.00 came off the whole cart.
    const cart = { ...contextOf().cart, totalPriceHundredths: 8_000, itemCount: 2, items };
    const context = { ...onProduct, product: { ...product, isGiftCard: true }, cart };
    const html = render("points-to-earn", { rules: [perEuro], context });
    expect(hints(html)).toEqual([null, "Earn up to 48 points"]);
    expect(html).not.toContain("data-prices");
    const ofCard = { ...perEuro, product_ids: [7501] };
    expect(hints(render("points-to-earn", { rules: [ofCard], context }))[1]).toBeNull();
  });

  test("have an example in the theme editor while there is no rule", () => {
    const page = { ...onProduct.page, designMode: true };
    const html = render("points-to-earn", { rules: [], context: { product, page } });
    expect(hints(html)).toEqual(["Earn up to 45 points", "Earn up to 45 points"]);
    const own = render("points-to-earn", { rules: [perEuro], context: { product, page } });
    expect(hints(own)[0]).toBe("Earn up to 58 points");
  });

  test("are multiplied by the customer's tier, by which a rule may also be left out", () => {
    const loyalty = { ...ofCustomer, tier_id: 2 };
    const page = { context: onProduct, tiers: [{ id: 2, multiplier: 150 }] };
    const [own] = hints(render("points-to-earn", { ...page, rules: [perEuro], loyalty }));
    expect(own).toBe("Earn up to 87 points");
    for (const one of [null, {}, { ...ofCustomer, tier_id: null }]) {
      const of = { ...page, rules: [perEuro], loyalty: one };
      expect(hints(render("points-to-earn", of))[0]).toBe("Earn up to 58 points");
    }
    const ofTier = (...tier_ids: number[]) => [{ ...perEuro, tier_ids }];
    expect(render("points-to-earn", { ...page, rules: ofTier(2, 3), loyalty })).toContain("87");
    for (const rules of [ofTier(1), ofTier(3)]) {
      expect(render("points-to-earn", { ...page, rules, loyalty })).not.toContain("pnl");
      expect(render("points-to-earn", { ...page, rules })).not.toContain("pnl");
    }
  });

  test("are not said without such a rule, or in another currency than the program's", () => {
    expect(render("points-to-earn", { rules: [rule], context: onProduct })).not.toContain("pnl");
    const cart = { ...contextOf().cart, currency: "USD" };
    const page = { rules: [perEuro], context: { ...onProduct, cart } };
    expect(render("points-to-earn", page)).not.toContain("pnl");
  });
});

test.each(LOCALES)("every block has all of its words in %s", (locale) => {
  const coupons = [0, 1, 2, 3].map((status) => coupon(`C${status}`, status));
  const rules = [rule, goal, perEuro];
  for (const handle of ["points-progress", "rewards", "points-to-earn"]) {
    for (const loyalty of [null, undefined, { ...ofCustomer, coupons }]) {
      const page = { rules, locale, ...(loyalty === undefined ? {} : { loyalty }) };
      expect(render(handle, page)).not.toContain("Translation missing");
    }
  }
});
