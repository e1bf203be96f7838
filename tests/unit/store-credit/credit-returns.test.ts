import { describe, expect, test } from "vitest";
import {
  dueReturns,
  type ReturnedOrder,
  returnedParts,
} from "#app/domain/store-credit/returns/credit-returns.ts";
import { fc } from "#tests/support/property.ts";

const GOODS = {
  ...{ lineId: 1, quantity: 4, isGiftCard: false, totalMinor: 4000, taxMinor: 0 },
  discounts: [{ code: "CREDIT-ABCDEFGHJKMN", title: null, amountMinor: 1000 }],
};
const refundsOf = (...amounts: number[]) =>
  amounts.map((amountMinor, at) => ({
    refundId: at + 1,
    createdAt: new Date(at),
    ...{ amountMinor, besideMinor: 0, lines: [] },
  }));
/** Goods for so much money, and something in credit. */
const paid = (paidMinor: number, ...amounts: number[]): ReturnedOrder => ({
  ...{ taxesIncluded: true, unpaidMinor: 0, cancelledAt: null, refunds: refundsOf(...amounts) },
  lines: [{ ...GOODS, paidMinor }],
});
const amountsOf = (due: { amountMinor: number }[]) => due.map(({ amountMinor }) => amountMinor);

describe("what refunds give back of an order's credit", () => {
  test("is their share of the money, rounded down until the last, which brings the rest", () => {
    const hold = { capturedMinor: 1000, returnedMinor: 0 };
    expect(amountsOf(dueReturns(hold, paid(3000, 1000, 1000, 1000)))).toEqual([333, 333, 334]);
  });

  test("counts what came back before, so that each refund gives once", () => {
    const hold = { capturedMinor: 1000, returnedMinor: 333 };
    expect(dueReturns(hold, paid(3000, 1000, 1000))).toEqual([
      { cause: "refund:2", amountMinor: 333, isCancellation: false },
    ]);
  });

  test("is nothing by older news than what was heard", () => {
    expect(dueReturns({ capturedMinor: 1000, returnedMinor: 1000 }, paid(3000, 1000))).toEqual([]);
  });

  test("is all of it when all money is paid back, whatever was added and never paid", () => {
    const { lines, ...order } = paid(3000, 3000);
    const added = { ...GOODS, lineId: 2, paidMinor: 2000, discounts: [] };
    const owed = { ...order, unpaidMinor: 2000, lines: [...lines, added] };
    const due = dueReturns({ capturedMinor: 1000, returnedMinor: 0 }, owed);
    expect(amountsOf(due)).toEqual([1000]);
  });

  test("of a cancelled order is all that is left, whatever was paid back", () => {
    const order = { ...paid(3000, 1000), cancelledAt: new Date(5) };
    expect(dueReturns({ capturedMinor: 1000, returnedMinor: 0 }, order)).toEqual([
      { cause: "refund:1", amountMinor: 333, isCancellation: false },
      { cause: "cancellation", amountMinor: 667, isCancellation: true },
    ]);
  });

  test("of an order that cost nothing goes by its goods; without goods nothing is known to come back", () => {
    const hold = { capturedMinor: 2000, returnedMinor: 0 };
    const back = (quantity: number, amountMinor = 0) => ({
      ...paid(0),
      refunds: refundsOf(amountMinor).map((refund) => ({
        ...refund,
        lines: quantity > 0 ? [{ lineId: 1, quantity, grossMinor: 0 }] : [],
      })),
    });
    expect(amountsOf(dueReturns(hold, back(1)))).toEqual([500]);
    expect(amountsOf(dueReturns(hold, back(4)))).toEqual([2000]);
    expect(amountsOf(dueReturns(hold, back(0)))).toEqual([]);
    // Money can only have paid for its delivery.
    expect(amountsOf(dueReturns(hold, back(0, 490)))).toEqual([]);
    expect(amountsOf(dueReturns(hold, { ...back(1), lines: [] }))).toEqual([]);
  });

  test("is never more than was taken, and exactly that in the end, for any refunds in any steps", () => {
    const amounts = fc.array(fc.integer({ min: 1, max: 2 ** 50 }), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 2 ** 53 - 1 }),
        amounts,
        fc.nat(),
        (captured, parts, cut) => {
          const total = parts.reduce((sum, part) => sum + part, 0);
          const first = dueReturns(
            { capturedMinor: captured, returnedMinor: 0 },
            paid(total, ...parts.slice(0, cut % parts.length)),
          );
          const returned = amountsOf(first).reduce((sum, amount) => sum + amount, 0);
          expect(returned).toBeLessThanOrEqual(captured);
          const second = dueReturns(
            { capturedMinor: captured, returnedMinor: returned },
            paid(total, ...parts),
          );
          expect(returned + amountsOf(second).reduce((sum, amount) => sum + amount, 0)).toBe(
            captured,
          );
        },
      ),
    );
  });
});

describe("the parts that come back", () => {
  const at = { now: new Date("2026-06-01T12:00:00Z"), zone: "Europe/Berlin" };
  const june = new Date("2026-06-20T00:00:00Z");
  const may = new Date("2026-05-20T00:00:00Z");
  const endOfThirtiethDay = new Date("2026-07-01T21:59:59.999Z");
  const spent = [
    { amountMinor: 100, expiresAt: may },
    { amountMinor: 200, expiresAt: june },
    { amountMinor: 300, expiresAt: null },
  ];

  test("are the longest-lived first, each with its own expiry, one whose time is over with thirty days", () => {
    expect(returnedParts(spent, 0, 400, at)).toEqual([
      { amountMinor: 300, expiresAt: null },
      { amountMinor: 100, expiresAt: june },
    ]);
    expect(returnedParts(spent, 400, 200, at)).toEqual([
      { amountMinor: 100, expiresAt: june },
      { amountMinor: 100, expiresAt: endOfThirtiethDay },
    ]);
  });

  test("together are the amount, for any steps", () => {
    fc.assert(
      fc.property(fc.nat({ max: 600 }), fc.nat({ max: 600 }), (a, b) => {
        const [before, upTo] = [Math.min(a, b), Math.max(a, b)];
        const parts = returnedParts(spent, before, upTo - before, at);
        expect(parts.reduce((sum, part) => sum + part.amountMinor, 0)).toBe(upTo - before);
      }),
    );
  });
});
