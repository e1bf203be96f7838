import type { Order, OrderRefund } from "#app/generated/prisma/client.ts";
import type { Fraction } from "#app/lib/fraction.ts";

/** An order as our row keeps it, with its refunds; what is unknown here is JSON of the platform's facts. */
export interface CountableOrder
  extends Pick<
    Order,
    | ("totalMinor" | "subtotalMinor" | "taxMinor" | "deliveryMinor" | "besideMinor")
    | ("taxesIncluded" | "financialStatus" | "paidInFull")
  > {
  discountCodes: unknown;
  lines: unknown;
  transactions: unknown;
  refunds: readonly (Pick<OrderRefund, "amountMinor" | "besideMinor"> & { lines: unknown })[];
}

/** What of an order counts for whatever follows a payment: points, stamps, credit. Minor units of the store's currency. */
export interface CountedOrder {
  /** What money has paid for goods that were kept, without tax. */
  netMinor: number;
  /** The same of each of the row's lines, exactly. */
  lineNets: readonly Fraction[];
  /** The lines that began or renewed a contract. */
  ofContract: (contractId: number) => CountedLines;
}

/** What some lines of an order come to. */
export interface CountedLines {
  netMinor: number;
  /** Of what they cost, the share that money paid: the rest was store credit. */
  moneyShare: Fraction;
  /** Of what was paid for them, the share that has come back. */
  backShare: Fraction;
}
