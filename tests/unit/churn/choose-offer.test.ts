import { describe, expect, test } from "vitest";
import { chooseOffer } from "#app/domain/churn/offers/choose-offer.ts";
import type { ChurnOffer } from "#app/domain/churn/offers/churn-offer.ts";
import type { PricedSubscription } from "#app/domain/churn/offers/priced-subscription.ts";
import type { OfferRules } from "#app/domain/churn/offers/types/offer-types.ts";

const now = new Date("2026-11-21T10:00:00Z");
const zone = "Europe/Berlin";
const monthly: PricedSubscription = {
  status: "active",
  priceMinor: 1500,
  lines: [{ quantity: 1, priceMinor: 1500 }],
  currency: "EUR",
  storeCurrency: "EUR",
  isDiscounted: false,
  interval: { unit: "month", count: 1 },
  hasBegun: true,
  isPrepaid: false,
  keeps: { dayOfMonth: 4, time: "09:00:00" },
  chargeableFrom: null,
  fixedDay: new Date("2026-12-04T08:00:00Z"),
  anchors: [],
  trialEndsAt: null,
  nextBillingAt: new Date("2026-12-04T08:00:00Z"),
  renewal: {
    dueAt: new Date("2026-12-04T08:00:00Z"),
    interval: { unit: "month", count: 1 },
    keeps: { dayOfMonth: 4, time: "09:00:00" },
    zone: "Europe/Berlin",
  },
};

let lastId = 0n;
function offer(rules: OfferRules, oncePerCustomerMonths: number | null = null): ChurnOffer {
  lastId += 1n;
  return { id: lastId, name: "Offer", description: "", rules, active: true, oncePerCustomerMonths };
}
const twentyOff: OfferRules = {
  type: "discount_price",
  discount_type: "percentage",
  discount_value: 20,
  cycles: 3,
};
const tenCredit: OfferRules = {
  ...{ type: "add_store_credits", credit_amount: "10.00", expires_in_days: null },
};
const every = (interval_count: number): OfferRules => ({
  type: "change_frequency",
  interval_count,
  interval_name: "month",
});

const costing = (priceMinor: number) => ({
  ...monthly,
  priceMinor,
  lines: [{ quantity: 1, priceMinor }],
});

describe("the one offer that fits", () => {
  test("is the first in the merchant's order", () => {
    const [first, second] = [offer(every(2)), offer(twentyOff)];
    expect(chooseOffer([first, second], monthly, [], now, zone)).toBe(first);
  });

  test("is none when the reason has no offers", () => {
    expect(chooseOffer([], monthly, [], now, zone)).toBeNull();
  });

  test("skips a rhythm that the subscription has already", () => {
    const [same, other] = [offer(every(1)), offer(twentyOff)];
    expect(chooseOffer([same, other], monthly, [], now, zone)).toBe(other);
  });

  test("skips a rhythm that would charge more often, as every 2 months does to a yearly member", () => {
    const yearly = { ...monthly, interval: { unit: "year", count: 1 } } as const;
    expect(chooseOffer([offer(every(2))], yearly, [], now, zone)).toBeNull();
    expect(chooseOffer([offer(every(12))], yearly, [], now, zone)).toBeNull();
    const longer = offer(every(18));
    expect(chooseOffer([longer], yearly, [], now, zone)).toBe(longer);
  });

  test("skips a discount on something that is free", () => {
    expect(chooseOffer([offer(twentyOff)], costing(0), [], now, zone)).toBeNull();
  });

  test("skips a discount that takes off less than the smallest coin", () => {
    const [fifth, half] = [offer(twentyOff), offer({ ...twentyOff, discount_value: 50 })];
    expect(chooseOffer([fifth, half], costing(2), [], now, zone)).toBe(half);
    expect(chooseOffer([fifth], costing(2), [], now, zone)).toBeNull();
    expect(chooseOffer([half], costing(1), [], now, zone)).toBeNull();
  });

  test("skips a discount where another one lowers the next charge already", () => {
    const lowered = { ...monthly, isDiscounted: true };
    const [discount, other] = [offer(twentyOff), offer(every(2))];
    expect(chooseOffer([discount, other], lowered, [], now, zone)).toBe(other);
    expect(chooseOffer([discount], lowered, [], now, zone)).toBeNull();
  });

  test("skips an amount of the store's currency on a contract in another one, and no percentage", () => {
    const other = { ...monthly, currency: "USD" };
    const amounts = [2, 2.5].map((discount_value) =>
      offer({ ...twentyOff, discount_type: "fixed_amount", discount_value }),
    );
    const [share, credit] = [offer(twentyOff), offer(tenCredit)];
    expect(chooseOffer(amounts, other, [], now, zone)).toBeNull();
    expect(chooseOffer([...amounts, share], other, [], now, zone)).toBe(share);
    expect(chooseOffer([...amounts, credit], other, [], now, zone)).toBe(credit);
    expect(chooseOffer(amounts, monthly, [], now, zone)).toBe(amounts[0]);
  });

  test("is no pause of a subscription that is paused, or that is never charged again", () => {
    const pause = offer({ type: "pause", pause_cycles: 2 });
    expect(chooseOffer([pause], { ...monthly, status: "paused" }, [], now, zone)).toBeNull();
    expect(chooseOffer([pause], { ...monthly, nextBillingAt: null }, [], now, zone)).toBeNull();
    expect(chooseOffer([pause], monthly, [], now, zone)).toBe(pause);
  });

  test("comes again only after as many months as its limit says", () => {
    const limited = offer(twentyOff, 6);
    const accepted = (iso: string) => [{ offerId: limited.id, acceptedAt: new Date(iso) }];
    expect(chooseOffer([limited], monthly, accepted("2026-05-22T10:00:00Z"), now, zone)).toBeNull();
    expect(chooseOffer([limited], monthly, accepted("2026-05-21T09:00:00Z"), now, zone)).toBe(
      limited,
    );
  });
});
