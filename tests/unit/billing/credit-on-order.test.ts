import { expect, test } from "vitest";
import { creditOnOrder } from "#app/domain/billing/credit/credit-on-order.ts";

const held = (amountMinor: number) => ({ amountMinor: BigInt(amountMinor) });
const off = (title: string | null, amountMinor: number) => ({ code: null, title, amountMinor });
const ours = (amountMinor: number) => off("Store credit", amountMinor);

test("what credit paid of an order is what its own discount took off, and no more than was held", () => {
  const order = { lines: [{ discounts: [ours(300)] }, { discounts: [ours(100)] }] };
  expect(creditOnOrder(order, held(600))).toBe(400);
  expect(creditOnOrder(order, held(300))).toBe(300);
});

test.each([[null], ["Summer"], [""], ["store credit"]])(
  "a discount of the merchant's titled %j is no credit",
  (title) => {
    const theirs = off(title, 300);
    expect(creditOnOrder({ lines: [{ discounts: [theirs] }] }, held(600))).toBe(0);
    expect(creditOnOrder({ lines: [{ discounts: [theirs, ours(200)] }] }, held(600))).toBe(200);
  },
);
