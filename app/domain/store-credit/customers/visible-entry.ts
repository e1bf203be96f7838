import { formatMinorExactly } from "#app/lib/money.ts";
import type { CreditUnit } from "../../ledger/movement.ts";

/** An entry that people see, with the sum of all up to it. Minor units, or points. */
export interface VisibleEntry {
  id: bigint;
  unit: CreditUnit;
  typeCode: number;
  status: number;
  amountMinor: number;
  balanceAfterMinor: number;
  message: string;
  reason: string | null;
  orderGid: string | null;
  orderName: string | null;
  expiresAt: Date | null;
  createdAt: Date;
}

/** A decimal text, of money or of points: two places, and three of money in a currency that has them. */
export function formatCredit(minor: number, unit: CreditUnit, currency: string): string {
  return unit === "points" ? `${minor}.00` : formatMinorExactly(minor, currency);
}
