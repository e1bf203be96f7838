import { expect, test } from "vitest";
import { creditOnOrder } from "#app/domain/billing/credit/credit-on-order.ts";

const held = (amountMinor: number) => ({ amountMinor: BigInt(amountMinor) });

test("what credit paid of an order is what its own discount took off, and no more than was held", () => {
  const order = { plainDiscounts: [{ title: "Store credit", amountMinor: 400 }] };
  expect(creditOnOrder(order, held(600))).toBe(400);
  expect(creditOnOrder(order, held(300))).toBe(300);
});

test.each([[null], ["Summer"], [""], ["store credit"]])(
  "a discount of the merchant's titled %j is no credit",
  (title) => {
    const theirs = { title, amountMinor: 300 };
    expect(creditOnOrder({ plainDiscounts: [theirs] }, held(600))).toBe(0);
    const ours = { title: "Store credit", amountMinor: 200 };
    expect(creditOnOrder({ plainDiscounts: [theirs, ours] }, held(600))).toBe(200);
  },
);
