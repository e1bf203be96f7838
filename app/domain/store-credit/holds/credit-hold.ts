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

/** Until when a hold made at that instant is kept at least. */
export function holdExpiresAt(createdAt: Date): Date {
  return new Date(createdAt.getTime() + KEPT_MINUTES * 60_000);
}

/** A live hold as the shopper is told of it. */
export interface HoldView {
  code: string;
  amountMinor: number;
  holdExpiresAt: Date;
}

/** Null while the platform has not said yet that the code exists. */
export function toHoldView(hold: CreditHold): HoldView | null {
  if (hold.discountGid === null) return null;
  return {
    code: hold.code,
    amountMinor: Number(hold.amountMinor),
    holdExpiresAt: holdExpiresAt(hold.createdAt),
  };
}

/** An order as the product's interfaces name it (contract, preamble). */
export function toOrderGid(orderId: number): string {
  return `gid://platform/Order/${orderId}`;
}
