import type { Devstore } from "../devstore.ts";
import type { DevProduct } from "../state/catalog.ts";
import {
  type CodeDiscountEffect,
  type DevDiscountCode,
  newPercentageDiscount,
} from "../state/discount-code.ts";
import type { DevShop } from "../state/shop.ts";

const everything = { all: true, productIds: [], variantIds: [] };

/** Codes of each kind: current, run out, and still to come. */
export function seedDiscountCodes(
  devstore: Devstore,
  shop: DevShop,
  goods: DevProduct[],
  now: Date,
): void {
  const days = (count: number) =>
    new Date(now.getTime() + count * 24 * 60 * 60 * 1000).toISOString();
  const { state } = devstore;
  const add = (code: string, effect: CodeDiscountEffect, more: Partial<DevDiscountCode> = {}) => {
    state.put(shop.domain, "discountCode", {
      ...newPercentageDiscount(code, 0, now),
      id: state.nextId(shop.domain, "discountCode"),
      effect,
      combinesWith: { order: false, product: false, shipping: true },
      startsAt: days(-400),
      createdAt: days(-400),
      updatedAt: days(-400),
      ...more,
    });
  };
  const percent = (percentage: number): CodeDiscountEffect => ({
    type: "basic",
    value: { type: "percentage", percentage },
    items: everything,
    appliesOnOneTimePurchase: true,
    appliesOnSubscription: false,
  });
  add("WELCOME10", percent(0.1), { appliesOncePerCustomer: true });
  add("SUMMER25", percent(0.25), { endsAt: days(-60) });
  add("WINTER15", percent(0.15), { startsAt: days(30) });
  add(
    "FREESHIP",
    {
      type: "free_shipping",
      maximumShippingMinor: null,
      appliesOnOneTimePurchase: true,
      appliesOnSubscription: false,
    },
    { combinesWith: { order: true, product: true, shipping: false } },
  );
  const gift = goods.at(-1);
  if (gift === undefined) return;
  const items = { all: false, productIds: [gift.id], variantIds: [] };
  add("TWOFORONE", {
    type: "bxgy",
    buys: { quantity: 1, amountMinor: null, items },
    gets: { quantity: 1, effect: { type: "percentage", percentage: 1 }, items },
    usesPerOrderLimit: 1,
  });
}
