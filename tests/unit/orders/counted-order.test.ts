import { describe, expect, test } from "vitest";
import type { CountableOrder } from "#app/domain/orders/countable-order.ts";
import { countOrder } from "#app/domain/orders/counted-order.ts";
import { floor, fraction, multiply } from "#app/lib/fraction.ts";
import { fc } from "#tests/support/property.ts";

const CREDIT = "CREDIT-ABCDEFGHJKMN";

interface LineOf {
  paid: number;
  tax?: number;
  quantity?: number;
  credit?: number;
  title?: string;
  isGiftCard?: boolean;
  contractId?: number;
}

type Back = {
  amount: number;
  beside?: number;
  lines?: [line: number, quantity: number, gross: number][];
};

/** An order's row. Lines are numbered from 1; amounts are minor units. */
function order(
  lines: readonly LineOf[],
  refunds: readonly Back[] = [],
  more: Partial<CountableOrder> = {},
): CountableOrder {
  const sold = lines.map(({ paid, tax = 0, quantity = 1, credit = 0, title, ...line }, at) => ({
    ...{ lineId: at + 1, quantity, isGiftCard: false, contractId: null, ...line },
    ...{ totalMinor: paid + credit, paidMinor: paid, taxMinor: tax },
    discounts:
      credit > 0
        ? [{ code: title ? null : CREDIT, title: title ?? null, amountMinor: credit }]
        : [],
  }));
  return {
    ...{ totalMinor: 0n, subtotalMinor: 0n, taxMinor: 0n, deliveryMinor: 0n, besideMinor: 0n },
    ...{ taxesIncluded: true, financialStatus: "paid", paidInFull: true, discountCodes: [] },
    ...{ lines: sold, transactions: [] },
    refunds: refunds.map(({ amount, beside = 0, lines: named = [] }) => ({
      ...{ amountMinor: BigInt(amount), besideMinor: BigInt(beside) },
      lines: named.map(([lineId, quantity, grossMinor]) => ({ lineId, quantity, grossMinor })),
    })),
    ...more,
  };
}

const sale = (amountMinor: number, gateway = "shopify_payments") => ({
  ...{ kind: "sale", status: "success", gateway, amountMinor },
});
const netOf = (...args: Parameters<typeof order>) => countOrder(order(...args)).netMinor;

describe("what of an order counts", () => {
  test("is what its goods cost without the tax in their prices, whatever was paid for delivery", () => {
    expect(netOf([{ paid: 1490, tax: 238 }], [], { besideMinor: 490n })).toBe(1252);
  });

  test("is what its goods cost where the tax comes on top, also with a delivery that was given away", () => {
    const more = { taxesIncluded: false, taxMinor: 775n, deliveryMinor: 2000n, totalMinor: 10775n };
    expect(netOf([{ paid: 10_000, tax: 775 }], [], more)).toBe(10_000);
  });

  test("is nothing once all goods came back and the delivery was kept", () => {
    const refund: Back = { amount: 1490, lines: [[1, 1, 1490]] };
    expect(netOf([{ paid: 1490, tax: 238 }], [refund], { besideMinor: 490n })).toBe(0);
  });

  test("is nothing once all goods came back and a part of their price was kept", () => {
    expect(netOf([{ paid: 1490 }], [{ amount: 990, lines: [[1, 1, 1490]] }])).toBe(0);
  });

  test("is untouched by what was paid back for the delivery", () => {
    const more = { besideMinor: 490n };
    expect(netOf([{ paid: 1490 }], [{ amount: 490, beside: 490 }], more)).toBe(1490);
  });

  test("is less by an amount that names nothing, up to all of the goods", () => {
    const more = { besideMinor: 490n };
    expect(netOf([{ paid: 1000 }], [{ amount: 400 }], more)).toBe(600);
    expect(netOf([{ paid: 1000 }], [{ amount: 1490 }], more)).toBe(0);
  });

  test("leaves a gift card out that is bought", () => {
    expect(netOf([{ paid: 5000, isGiftCard: true }])).toBe(0);
    expect(netOf([{ paid: 5000, isGiftCard: true }, { paid: 700 }])).toBe(700);
  });

  test("counts a gift card that pays, and no store credit of the platform", () => {
    const paidWith = (gateway: string) => ({
      transactions: [sale(400, gateway), sale(1000)],
      besideMinor: 400n,
    });
    expect(netOf([{ paid: 1000 }], [], paidWith("gift_card"))).toBe(1000);
    expect(netOf([{ paid: 1000 }], [], paidWith("shopify_store_credit"))).toBe(714);
  });

  test("is what money has paid of the goods that are left, whichever payment was paid back", () => {
    const credit = "shopify_store_credit";
    const back = (minor: number, gateway?: string) => ({ ...sale(minor, gateway), kind: "refund" });
    const leaves = (...returned: ReturnType<typeof sale>[]) =>
      netOf([{ paid: 1000 }], [{ amount: 500 }], {
        transactions: [sale(500, credit), sale(500), ...returned],
      });
    expect(leaves(back(500))).toBe(0);
    expect(leaves(back(500, credit))).toBe(500);
    expect(leaves(back(250), back(250, credit))).toBe(250);
    expect(leaves({ ...back(500), status: "pending" })).toBe(250);
  });

  test("is the lines' own: a refund of one lowers no other", () => {
    const lines = [{ paid: 2000 }, { paid: 500, quantity: 5 }];
    const { lineNets } = countOrder(order(lines, [{ amount: 100, lines: [[2, 1, 100]] }]));
    expect(lineNets.map(floor)).toEqual([2000, 400]);
  });
});

describe("the share of a contract's lines that money paid", () => {
  const shareOf = (...args: Parameters<typeof order>) =>
    floor(multiply(fraction(1500), countOrder(order(...args)).ofContract(7).moneyShare));

  test("leaves out what our credit paid, by its code or by its title", () => {
    expect(shareOf([{ paid: 1000, credit: 500, contractId: 7 }])).toBe(1000);
    expect(shareOf([{ paid: 1000, credit: 500, title: "Store credit", contractId: 7 }])).toBe(1000);
    expect(shareOf([{ paid: 1000, credit: 500, title: "Loyal", contractId: 7 }])).toBe(1500);
    expect(shareOf([{ paid: 0, credit: 1500, contractId: 7 }])).toBe(0);
  });

  test("knows nothing of other goods and of the delivery", () => {
    const lines = [{ paid: 0, credit: 1500, contractId: 7 }, { paid: 9000 }];
    expect(shareOf(lines, [], { besideMinor: 490n })).toBe(0);
  });

  test("is all of it where nobody paid anything", () => {
    expect(shareOf([{ paid: 0, contractId: 7 }])).toBe(1500);
  });

  test("leaves out what the platform's credit paid", () => {
    const transactions = [sale(750, "shopify_store_credit"), sale(750)];
    expect(shareOf([{ paid: 1500, contractId: 7 }], [], { transactions })).toBe(750);
  });
});

describe("an order that was paid and got more since", () => {
  const edited = (received: number, more: Partial<CountableOrder> = {}) => ({
    ...{ financialStatus: "partially_paid", transactions: [sale(received)], ...more },
  });

  test("keeps what was paid, and what was added counts once it is paid", () => {
    const lines = [{ paid: 1000 }, { paid: 400 }];
    expect(netOf(lines, [], edited(1000))).toBe(1000);
    expect(netOf(lines, [], { transactions: [sale(1000), sale(400)] })).toBe(1400);
  });

  test("counts no more than before for credit of the platform that paid it, until the rest is paid", () => {
    const lines = [{ paid: 1000, contractId: 7 }, { paid: 9000 }];
    const credit = (minor: number) => sale(minor, "shopify_store_credit");
    const more = (...transactions: ReturnType<typeof sale>[]) => edited(0, { transactions });
    expect(netOf(lines, [], more(credit(1000)))).toBe(0);
    expect(netOf(lines, [], more(credit(600), sale(400)))).toBe(400);
    const { moneyShare } = countOrder(order(lines, [], more(credit(1000)))).ofContract(7);
    expect(floor(multiply(fraction(1500), moneyShare))).toBe(0);
    const paid = { transactions: [credit(1000), sale(9000)] };
    expect(netOf(lines, [], paid)).toBe(9000);
  });

  test("lets the delivery be paid first", () => {
    const lines = [{ paid: 1000 }, { paid: 400 }];
    expect(netOf(lines, [], edited(1490, { besideMinor: 490n }))).toBe(1000);
  });

  test("counts what took the place of goods that were taken off, as far as their money goes", () => {
    const removed: Back = { amount: 0, lines: [[1, 1, 1000]] };
    expect(netOf([{ paid: 1000 }, { paid: 1500 }], [removed], edited(1000))).toBe(1000);
  });

  test("counts nothing for money that was paid back", () => {
    const back: Back = { amount: 1000, lines: [[1, 1, 1000]] };
    expect(netOf([{ paid: 1000 }, { paid: 1500 }], [back], edited(1000))).toBe(0);
  });

  test("takes money that is paid back off what was paid, not off what was added", () => {
    const lines = [{ paid: 1000, contractId: 7 }, { paid: 4000 }];
    const backOf = (amount: number) => {
      const { ofContract } = countOrder(order(lines, [{ amount }], edited(1000)));
      return floor(multiply(fraction(100), ofContract(7).backShare));
    };
    expect([backOf(500), backOf(1000)]).toEqual([50, 100]);
    expect(netOf(lines, [{ amount: 400 }], edited(1000))).toBe(600);
  });

  test("counts of a line that became longer what was paid of it", () => {
    expect(netOf([{ paid: 3000, quantity: 3 }], [], edited(1000))).toBe(1000);
  });
});

describe("an order from before its parts were kept", () => {
  const earlier = (more: Partial<CountableOrder>) =>
    countOrder({
      ...order([], [], { taxesIncluded: null, besideMinor: null, ...more }),
      lines: [
        { productId: 1, totalMinor: 600 },
        { productId: 2, totalMinor: 400 },
      ],
    });

  test("is counted by its sums, with the tax where they say that it is", () => {
    const sums = { subtotalMinor: 10_000n, taxMinor: 775n, deliveryMinor: 2000n };
    expect(earlier({ ...sums, totalMinor: 10_775n }).netMinor).toBe(10_000);
    expect(earlier({ ...sums, totalMinor: 12_775n }).netMinor).toBe(10_000);
    expect(earlier({ ...sums, totalMinor: 12_000n }).netMinor).toBe(9355);
  });

  test("gives a refund its share of the whole, and its lines theirs", () => {
    const counted = earlier({
      ...{ totalMinor: 1000n, subtotalMinor: 1000n },
      refunds: [{ amountMinor: 500n, besideMinor: null, lines: null }],
    });
    expect(counted.netMinor).toBe(500);
    expect(counted.lineNets.map(floor)).toEqual([300, 200]);
  });

  test("knows our credit by its code", () => {
    const counted = earlier({
      ...{ totalMinor: 1000n, subtotalMinor: 1000n },
      discountCodes: [
        { code: CREDIT, amountMinor: 500 },
        { code: "SUMMER", amountMinor: 100 },
      ],
    });
    expect(floor(multiply(fraction(1500), counted.ofContract(1).moneyShare))).toBe(1000);
  });
});

describe("any refunds of any order", () => {
  /** So many twelfths of a piece make 1, 2, 3, 4, 6 or 12 pieces whole numbers of them. */
  const TWELVE = 12n;
  const sold = fc.record({
    paid: fc.integer({ min: 0, max: 20_000 }),
    tax: fc.integer({ min: 0, max: 19 }),
    quantity: fc.constantFrom(1, 2, 3, 4, 6, 12),
    isGiftCard: fc.boolean(),
  });
  const given = fc.record({
    bare: fc.integer({ min: 0, max: 15_000 }),
    beside: fc.integer({ min: 0, max: 900 }),
    /** Of which line how many pieces came back. */
    pieces: fc.array(fc.tuple(fc.nat(5), fc.integer({ min: 1, max: 4 })), { maxLength: 3 }),
  });

  const linesOf = (lines: { paid: number; tax: number; quantity: number; isGiftCard: boolean }[]) =>
    lines.map((line) => ({ ...line, tax: Math.floor((line.paid * line.tax) / 119) }));

  type Line = ReturnType<typeof linesOf>[number];
  type Given = { bare: number; beside: number; pieces: [number, number][] };

  const grossOf = (line: Line, isIncluded: boolean) => line.paid + (isIncluded ? 0 : line.tax);

  function told(lines: Line[], refunds: Given[], isIncluded: boolean): Back[] {
    return refunds.map(({ bare, beside, pieces }) => {
      const named = pieces.map(([nth, quantity]): [number, number, number] => {
        const line = lines[nth % lines.length] as Line;
        const gross = Math.round((grossOf(line, isIncluded) * quantity) / line.quantity);
        return [(nth % lines.length) + 1, quantity, gross];
      });
      const amount = named.reduce((sum, [, , gross]) => sum + gross, bare + beside);
      return { amount, beside, lines: named };
    });
  }

  /** The rule, in twelfths of lines: pieces that came back are gone; money beyond them goes off what is left, evenly. */
  function expected(lines: Line[], refunds: Given[], isIncluded: boolean): number {
    const left = lines.map((line, at) => {
      const back = refunds
        .flatMap(({ pieces }) => pieces)
        .filter(([nth]) => nth % lines.length === at)
        .reduce((sum, [, quantity]) => sum + quantity, 0);
      const share =
        TWELVE - (TWELVE * BigInt(Math.min(back, line.quantity))) / BigInt(line.quantity);
      return { line, share };
    });
    const sumOf = (worth: (line: Line) => number) =>
      left.reduce((sum, { line, share }) => sum + BigInt(worth(line)) * share, 0n);
    const gross = sumOf((line) => grossOf(line, isIncluded));
    const net = sumOf((line) => (line.isGiftCard ? 0 : line.paid - (isIncluded ? line.tax : 0)));
    const bare = TWELVE * BigInt(refunds.reduce((sum, one) => sum + one.bare, 0));
    if (gross === 0n) return Number(net / TWELVE);
    return Number((net * (bare > gross ? 0n : gross - bare)) / (gross * TWELVE));
  }

  const history = fc.tuple(
    fc.array(sold, { minLength: 1, maxLength: 5 }).map(linesOf),
    fc.array(given, { maxLength: 4 }),
    fc.boolean(),
  );

  test("count as the rule says: goods against goods, delivery against delivery, the rest for the goods that are left", () => {
    fc.assert(
      fc.property(history, ([lines, refunds, isIncluded]) => {
        const more = { taxesIncluded: isIncluded, besideMinor: 900n };
        const net = netOf(lines, told(lines, refunds, isIncluded), more);
        expect(net).toBe(expected(lines, refunds, isIncluded));
      }),
    );
  });

  test("come to the same in another order, and with an amount paid back in parts", () => {
    fc.assert(
      fc.property(history, ([lines, refunds, isIncluded]) => {
        const more = { taxesIncluded: isIncluded, besideMinor: 900n };
        const known = told(lines, refunds, isIncluded);
        const parts = known.flatMap((one): Back[] => {
          const half = Math.floor((one.amount - 1) / 2);
          return half > 0 ? [{ amount: half }, { ...one, amount: one.amount - half }] : [one];
        });
        expect(netOf(lines, parts.toReversed(), more)).toBe(netOf(lines, known, more));
      }),
    );
  });
});
