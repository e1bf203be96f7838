import {
  add,
  divide,
  type Fraction,
  floor,
  fraction,
  isLess,
  multiply,
  smaller,
  subtract,
} from "#app/lib/fraction.ts";
import { grossOf, type PaidBack, partsBack, type Sale, shareBack } from "#app/lib/paid-back.ts";
import type { PlatformOrderFacts } from "#app/platform/platform-order.ts";
import { creditOnLine } from "../store-credit/holds/credit-hold.ts";
import type { CountableOrder, CountedOrder } from "./countable-order.ts";
import { countEarlierOrder } from "./counted-earlier-order.ts";
import { isOwedAgain, paidBackTo, paidThrough, receivedMinor } from "./paid-order.ts";

type Line = PlatformOrderFacts["lines"][number];

/** What the platform calls payments with its own store credit. */
const STORE_CREDIT_GATEWAY = "shopify_store_credit";

const NONE = fraction(0);
const WHOLE = fraction(1);

/**
 * Counts an order: the one reading of what was paid in it, with what, and what of it has come back.
 *
 * - Store credit is no money: what it paid counts for nothing, ours, which is a discount, and the platform's own, which is a payment.
 *   Gift cards are money when they pay, and so they count for nothing when they are bought.
 * - Refunds go by what they are for ({@link partsBack}).
 * - Of an order that was paid and got more since, what the money covers counts, in the order in which it was sold.
 *
 * An order whose row is from before its parts were kept is counted by its sums.
 */
export function countOrder(order: CountableOrder): CountedOrder {
  const { taxesIncluded, besideMinor } = order;
  if (taxesIncluded === null || besideMinor === null) return countEarlierOrder(order);
  const sale = soldIn(order, taxesIncluded, Number(besideMinor));
  const refunds = order.refunds.map(toPaidBack);
  const back = partsBack(sale, refunds);
  const covered = isOwedAgain(order) ? coverage(order, sale, refunds, back) : () => WHOLE;
  const shares = moneySharesOf(order, sale);
  const nets = sale.lines.map((line) => {
    if (line.isGiftCard) return NONE;
    const price = line.paidMinor - (taxesIncluded ? line.taxMinor : 0);
    const kept = multiply(subtract(WHOLE, back(line)), covered(line));
    return multiply(multiply(fraction(Math.max(0, price)), shares.left), kept);
  });
  return {
    netMinor: floor(nets.reduce(add, NONE)),
    lineNets: nets,
    ofContract: (contractId) => {
      const lines = sale.lines.filter((line) => line.contractId === contractId);
      const ofThem = nets.filter((_, at) => sale.lines[at]?.contractId === contractId);
      return {
        netMinor: floor(ofThem.reduce(add, NONE)),
        moneyShare: moneyShareOfLines(lines, shares.paid),
        backShare: priceBack(lines, back),
      };
    },
  };
}

interface Sold extends Sale {
  lines: readonly Line[];
  besideMinor: number;
}

function soldIn(order: CountableOrder, taxesIncluded: boolean, besideMinor: number): Sold {
  const lines = linesOf(order);
  const costMinor = lines.reduce(
    (sum, line) => sum + grossOf({ taxesIncluded }, line),
    besideMinor,
  );
  const unpaidMinor = isOwedAgain(order) ? costMinor - receivedMinor(paymentsOf(order)) : 0;
  return { taxesIncluded, lines, besideMinor, unpaidMinor: Math.max(0, unpaidMinor) };
}

function linesOf({ lines }: Pick<CountableOrder, "lines">): Line[] {
  return lines as Line[];
}

function paymentsOf({ transactions }: Pick<CountableOrder, "transactions">) {
  return transactions as PlatformOrderFacts["transactions"];
}

function toPaidBack({
  amountMinor,
  besideMinor,
  lines,
}: CountableOrder["refunds"][number]): PaidBack {
  return {
    amountMinor: Number(amountMinor),
    besideMinor: Number(besideMinor ?? 0),
    lines: (lines ?? []) as PaidBack["lines"],
  };
}

/**
 * The share that was not the platform's own store credit: of what was paid, and of what is left of it. A refund may go to one of both
 * alone.
 */
function moneySharesOf(order: CountableOrder, sale: Sold): { paid: Fraction; left: Fraction } {
  const payments = paymentsOf(order);
  const creditMinor = paidThrough(payments, STORE_CREDIT_GATEWAY);
  // What was added to a paid order, and is not paid yet, makes no money of the credit that paid the rest.
  const paidMinor = isOwedAgain(order)
    ? receivedMinor(payments)
    : sale.lines.reduce((sum, line) => sum + grossOf(sale, line), sale.besideMinor);
  const back = paidBackTo(payments, STORE_CREDIT_GATEWAY);
  return {
    paid: withoutShare(creditMinor, paidMinor),
    left: withoutShare(creditMinor - back.ofItMinor, paidMinor - back.allMinor),
  };
}

function withoutShare(creditMinor: number, ofMinor: number): Fraction {
  if (creditMinor <= 0 || ofMinor <= 0) return WHOLE;
  return subtract(WHOLE, smaller(fraction(creditMinor, ofMinor), WHOLE));
}

/** Where nobody paid anything, as for what the merchant gives away, no credit went round either: that is all money. */
function moneyShareOfLines(lines: readonly Line[], money: Fraction): Fraction {
  const paid = lines.reduce((sum, { paidMinor }) => sum + paidMinor, 0);
  const credit = lines.reduce((sum, line) => sum + creditOnLine(line), 0);
  if (paid + credit <= 0) return WHOLE;
  return multiply(money, fraction(paid, paid + credit));
}

/** The share that has come back of some lines, by what was paid for each; by their number where nothing was. */
function priceBack(lines: readonly Line[], back: (line: Line) => Fraction): Fraction {
  const isPaid = lines.some(({ paidMinor }) => paidMinor > 0);
  return shareBack(lines, ({ paidMinor }) => (isPaid ? paidMinor : 1), back);
}

/**
 * How much of each line is covered by the money that was received and not paid back, once delivery and the like are: those that were
 * sold first are paid first, so that what was added to a paid order waits for its own payment.
 */
function coverage(
  order: CountableOrder,
  sale: Sold,
  refunds: readonly PaidBack[],
  back: (line: Line) => Fraction,
): (line: Line) => Fraction {
  const sum = (pick: (refund: PaidBack) => number) =>
    refunds.reduce((total, refund) => total + pick(refund), 0);
  const beside = Math.max(0, sale.besideMinor - sum(({ besideMinor }) => besideMinor));
  const received = receivedMinor(paymentsOf(order));
  let left = fraction(Math.max(0, received - sum(({ amountMinor }) => amountMinor) - beside));
  const covered = new Map<number, Fraction>();
  for (const line of sale.lines.toSorted((one, other) => one.lineId - other.lineId)) {
    const cost = multiply(fraction(grossOf(sale, line)), subtract(WHOLE, back(line)));
    const paid = smaller(left, cost);
    covered.set(line.lineId, isLess(NONE, cost) ? divide(paid, cost) : WHOLE);
    left = subtract(left, paid);
  }
  return ({ lineId }) => covered.get(lineId) ?? NONE;
}
