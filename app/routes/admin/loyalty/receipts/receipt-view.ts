import type {
  ReceiptInReview,
  ReceiptStatus,
} from "#app/domain/loyalty/triggers/receipts/review-receipts.ts";
import type { Shop } from "#app/domain/shops/shop.ts";
import { formatDate } from "#app/lib/zoned-time.ts";
import type { Formats } from "#app/ui/format.ts";
import { customerTitle } from "../../subscriptions/customer-title.ts";

type Store = Pick<Shop, "currency" | "ianaTimezone">;
type Receipt = ReceiptInReview["receipt"];

/** A receipt in the words of the list. */
export function showReceipt(receipt: Receipt, { currency, ianaTimezone }: Store, formats: Formats) {
  const day = (instant: Date) => formats.day(formatDate(instant, ianaTimezone));
  const { decidedAt, decidedBy } = receipt;
  return {
    id: String(receipt.id),
    status: receipt.status as ReceiptStatus,
    retailer: receipt.retailer,
    total: formats.money(Number(receipt.totalMinor), currency),
    bought: formats.day(receipt.purchasedOn.toISOString().slice(0, 10)),
    sent: day(receipt.createdAt),
    kind: receipt.contentType === "application/pdf" ? "PDF" : "Picture",
    customer: customerTitle(receipt.customer),
    customerUrl: `/app/customers/${receipt.customerId}`,
    decided:
      decidedAt && `${decidedBy ?? "By a rule that trusts its customers"}, ${day(decidedAt)}`,
    why: receipt.reason,
  };
}

export type ReceiptRow = ReturnType<typeof showReceipt>;

/** A receipt in the words of its own page. */
export function showReceiptPage(
  { receipt, others, nextId }: ReceiptInReview,
  store: Store,
  formats: Formats,
) {
  const parts = [
    ...(others.approved > 0 ? [`${formats.count(others.approved, "", "").trim()} approved`] : []),
    ...(others.rejected > 0 ? [`${formats.count(others.rejected, "", "").trim()} rejected`] : []),
    ...(others.pending > 0 ? [`${formats.count(others.pending, "", "").trim()} waiting`] : []),
  ];
  return {
    ...showReceipt(receipt, store, formats),
    others: parts.join(", ") || "None",
    nextId: nextId === null ? null : String(nextId),
  };
}
