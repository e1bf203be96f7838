import type { BadgeProps } from "@shopify/polaris";
import type { ReceiptStatus } from "#app/domain/loyalty/triggers/receipts/review-receipts.ts";

/** The address of the list. */
export const RECEIPTS = "/app/loyalty/receipts";

/** Where receipts stand, in the order in which a merchant looks. */
export const STATUS_NAMES: Readonly<Record<ReceiptStatus, string>> = {
  pending: "Waiting for you",
  approved: "Approved",
  rejected: "Rejected",
};

export const STATUS_TONES: Readonly<Record<ReceiptStatus, NonNullable<BadgeProps["tone"]>>> = {
  pending: "attention",
  approved: "success",
  rejected: "critical",
};

/** The part of the list that an address asks for; what waits where it names none. */
export function statusNamed(text: string | null): ReceiptStatus {
  const names = Object.keys(STATUS_NAMES) as ReceiptStatus[];
  return names.find((status) => status === text) ?? "pending";
}
