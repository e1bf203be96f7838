import { describe, expect, test } from "vitest";
import type { OfferView } from "#storefront/cancel-flow/answers.ts";
import { type Lines, linesOf, offerLines } from "#storefront/cancel-flow/flow-lines.ts";
import { contract, discount, receipt } from "./world.ts";

const keysOf = (lines: Lines) => lines.flatMap((line) => (line ? [line[0]] : []));

const frequency = (
  from: [number, "week" | "month"],
  to: [number, "week" | "month"],
): OfferView => ({
  id: 8,
  type: "change_frequency",
  name: "Less often",
  description: "",
  frequency: {
    from_count: from[0],
    from_unit: from[1],
    to_count: to[0],
    to_unit: to[1],
    next_billing_date: "2027-01-04",
  },
});

describe("an offer's lines", () => {
  test("a discount says how much, how long, the price before and after, and from when it is full again", () => {
    const lines = offerLines(discount);
    expect(lines).toContainEqual([
      "discount_other",
      expect.objectContaining({
        cycles: 3,
        price_minor: 1500,
        price_with_offer_minor: 1200,
        currency: "EUR",
        off: ["percentage", expect.objectContaining({ percent: 20 })],
      }),
    ]);
    expect(lines).toContainEqual([
      "full_price_from",
      expect.objectContaining({ full_price_from: "2027-03-04", price_minor: 1500 }),
    ]);
  });

  test.each([
    [1, "discount_one"],
    [2, "discount_other"],
    [null, "discount"],
  ])("a discount for %s renewals has its own words", (cycles, key) => {
    const terms = discount.discount;
    if (!terms) throw new Error("not a discount");
    const offer = { ...discount, discount: { ...terms, cycles, full_price_from: null } };
    const keys = keysOf(offerLines(offer));
    expect(keys).toContain(key);
    expect(keys).not.toContain("full_price_from");
  });

  test("a fixed amount off is an amount of the contract's currency", () => {
    const terms = discount.discount;
    if (!terms) throw new Error("not a discount");
    const fixed = { ...terms, discount_type: "fixed_amount" as const, discount_value: 3 };
    expect(offerLines({ ...discount, discount: fixed })).toContainEqual([
      "discount_other",
      expect.objectContaining({
        off: ["fixed_amount", expect.objectContaining({ off_minor: 300, currency: "EUR" })],
      }),
    ]);
  });

  test.each([
    ["weeks instead of weeks", [4, "week"], [8, "week"], "frequency_short"],
    ["another unit", [4, "week"], [2, "month"], "frequency"],
    ["from every single one", [1, "month"], [2, "month"], "frequency"],
  ] as const)("a change of frequency says both rhythms: %s", (_, from, to, key) => {
    const lines = offerLines(frequency([...from], [...to]));
    expect(lines).toContainEqual([
      key,
      {
        to: [`${to[1]}_other`, { count: to[0] }],
        from: [`${from[1]}_${from[0] === 1 ? "one" : "other"}`, { count: from[0] }],
        from_count: from[0],
      },
    ]);
    expect(lines).toContainEqual([
      "next_charge",
      expect.objectContaining({ next_billing_date: "2027-01-04" }),
    ]);
  });

  test("credit says how much and until when, and no date where it does not expire", () => {
    const credit = {
      amount_minor: 1000,
      currency: "EUR",
      currency_digits: 2,
      expires_on: "2026-12-31",
    };
    const offer: OfferView = {
      id: 9,
      type: "add_store_credits",
      name: "",
      description: "",
      credit,
    };
    expect(offerLines(offer)).toContainEqual(["credit", credit]);
    expect(offerLines(offer)).toContainEqual(["expires_on", credit]);
    const lasting = offerLines({ ...offer, credit: { ...credit, expires_on: null } });
    expect(keysOf(lasting)).toEqual(["credit"]);
  });

  test("a pause says until when nothing is charged, and when the next charge is", () => {
    const pause = { cycles: 2, paused_until: "2027-01-21", next_billing_date: "2027-02-04" };
    const lines = offerLines({ id: 9, type: "pause", name: "", description: "", pause });
    expect(lines.filter(Boolean)).toEqual([
      ["pause", pause],
      ["next_charge", pause],
    ]);
  });
});

describe("a step's lines", () => {
  test("an accepted discount says what the next charge comes to", () => {
    const membership = { ...contract, next_charge_minor: 1200, delivery_minor: 0, currency: "EUR" };
    const facts = { applied: discount, contract: membership };
    expect(linesOf("saved", facts)).toContainEqual([
      "next_charge_of",
      expect.objectContaining({ next_billing_date: "2026-12-04", next_charge_minor: 1200 }),
    ]);
    const overdue = { ...facts, contract: { ...facts.contract, next_billing_date: null } };
    expect(keysOf(linesOf("saved", overdue))).not.toContain("next_charge_of");
    const goods = { ...facts, contract: { ...membership, delivery_minor: 490 } };
    expect(keysOf(linesOf("saved", goods))).toContain("next_charge_posted");
    const unknown = { ...facts, contract: { ...membership, next_charge_minor: null } };
    expect(keysOf(linesOf("saved", unknown)).join()).not.toContain("next_charge");
  });

  test.each(["confirm", "done"] as const)(
    "at %s, credit that ends with it is told apart from what stays",
    (step) => {
      const credit = { store_credit_minor: 250, forfeited_credit_minor: 1100, currency: "EUR" };
      const later = linesOf(step, { ...credit, contract });
      expect(later).toContainEqual([
        "credit_until",
        expect.objectContaining({ amount_minor: 1100, date: "2026-12-04", currency: "EUR" }),
      ]);
      expect(keysOf(later)).toContain("store_credit");
      const atOnce = linesOf(step, { ...credit, contract: { ...contract, ends_on: null } });
      expect(keysOf(atOnce)).toContain("credit_goes");
      expect(
        keysOf(linesOf(step, { ...credit, forfeited_credit_minor: 0, contract })),
      ).not.toContain("credit_until");
    },
  );

  test("the confirmation says when it ends, what was charged last and what remains", () => {
    const last_charge = {
      amount_minor: 1500,
      currency: "EUR",
      currency_digits: 2,
      date: "2026-11-04",
    };
    const known = { contract, last_charge, store_credit_minor: 1250, currency: "EUR" };
    const lines = linesOf("confirm", known);
    expect(lines).not.toContainEqual(["has_offer"]);
    expect(lines).toContainEqual([
      "ends_on",
      expect.objectContaining({ ends_on: "2026-12-04", charges: ["no_charge"] }),
    ]);
    expect(lines).toContainEqual(["last_charge", last_charge]);
    expect(lines).toContainEqual([
      "store_credit",
      expect.objectContaining({ store_credit_minor: 1250 }),
    ]);
  });

  test("what is paid up to no date ends at once", () => {
    const lines = linesOf("confirm", { contract: { ...contract, ends_on: null } });
    expect(keysOf(lines)).toContain("ends_now");
  });

  test("a running charge is announced, and never beside a promise of no charge", () => {
    const [, running] = linesOf("done", { ...receipt, charge_running: true });
    expect(running).toEqual(["ends_on", expect.objectContaining({ charges: ["charge_running"] })]);
    const [, quiet] = linesOf("done", receipt);
    expect(quiet).toEqual(["ends_on", expect.objectContaining({ charges: ["no_charge"] })]);
  });

  test("what was cancelled elsewhere is named by its reference, too, where the answer has one", () => {
    const elsewhere = { ...receipt, already_cancelled: true };
    expect(keysOf(linesOf("done", elsewhere)).slice(0, 2)).toEqual([
      "already_cancelled",
      "reference",
    ]);
    const { reference = null, ...unnamed } = elsewhere;
    expect(keysOf(linesOf("done", unnamed))).not.toContain("reference");
    const cancelled = { already_cancelled: true, contract: { ...contract, reference } };
    expect(linesOf("done", cancelled)).toContainEqual([
      "reference",
      expect.objectContaining({ reference: "5001-20261121" }),
    ]);
  });

  test("an empty balance is not mentioned", () => {
    expect(JSON.stringify(linesOf("done", receipt))).not.toContain('["store_credit"');
    expect(keysOf(linesOf("done", receipt))).toHaveLength(3);
  });
});
