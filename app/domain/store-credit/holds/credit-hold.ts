import { randomInt } from "node:crypto";
import type { CreditHold } from "#app/generated/prisma/client.ts";

/** For so long credit is kept for a checkout, whatever becomes of it (contract, section 3.3). */
const KEPT_MINUTES = 30;

/** Letters and digits that nobody takes for one another. */
const CODE_ALPHABET = "23456789ABCDEFGHJKMNPQRSTUVWXYZ";
const CODE_LENGTH = 12;

/** A new code's text: nobody guesses it, and people can type it. */
export function makeCreditCode(): string {
  const letters = Array.from({ length: CODE_LENGTH }, () => CODE_ALPHABET[randomInt(31)]);
  return `CREDIT-${letters.join("")}`;
}

/** Whether a discount code may be one of ours; only the hold's row says that it is. */
export function isCreditCode(text: string): boolean {
  return /^CREDIT-[2-9A-HJKMNP-Z]{12}$/i.test(text);
}

/** What the customer and the merchant read of credit that pays a renewal: there it is a discount without a code. */
export const CREDIT_DISCOUNT_TITLE = "Store credit";

/** What came off an order's line with each discount, in minor units. */
interface LoweredLine {
  discounts: readonly { code: string | null; title: string | null; amountMinor: number }[];
}

/** What credit of ours took off a line: with a code at a checkout, with its title at a renewal. */
export function creditOnLine({ discounts }: LoweredLine): number {
  return discounts.reduce((sum, one) => sum + (isCreditDiscount(one) ? one.amountMinor : 0), 0);
}

function isCreditDiscount({ code, title }: LoweredLine["discounts"][number]): boolean {
  return code === null ? title === CREDIT_DISCOUNT_TITLE : isCreditCode(code);
}

/** Until when what is held from that instant on is kept at least. */
export function keptUntil(since: Date): Date {
  return new Date(since.getTime() + KEPT_MINUTES * 60_000);
}

/** When a hold was made, or raised last: its time runs from there. */
export function heldSince({ createdAt, raisedAt }: CreditHold): Date {
  return raisedAt ?? createdAt;
}

/** Until when a hold is kept at least. */
export function holdExpiresAt(hold: CreditHold): Date {
  return keptUntil(heldSince(hold));
}

/** A live hold as the shopper is told of it. */
export interface HoldView {
  code: string;
  /** What the code is worth. */
  amountMinor: number;
  holdExpiresAt: Date;
}

/** Null while the platform has not said yet that the code exists. */
export function toHoldView(hold: CreditHold): HoldView | null {
  if (hold.discountGid === null || hold.codeAmountMinor === null) return null;
  return {
    code: hold.code,
    amountMinor: Number(hold.codeAmountMinor),
    holdExpiresAt: holdExpiresAt(hold),
  };
}

/** An order as the product's interfaces name it (contract, preamble). */
export function toOrderGid(orderId: number): string {
  return `gid://platform/Order/${orderId}`;
}
