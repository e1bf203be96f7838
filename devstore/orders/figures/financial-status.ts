import { type DevOrder, refundedMinor } from "../../state/order.ts";
import { outstandingMinor, receivedMinor } from "./order-balance.ts";

type FinancialStatus =
  | "PAID"
  | "PENDING"
  | "PARTIALLY_PAID"
  | "PARTIALLY_REFUNDED"
  | "REFUNDED"
  | "VOIDED";

/** What the platform calls the order's payment as a whole. */
export function financialStatus(order: DevOrder): FinancialStatus {
  const received = receivedMinor(order);
  const isOwed = outstandingMinor(order) > 0;
  if (received === 0) {
    if (!isOwed) return "PAID";
    return order.cancelledAt === null ? "PENDING" : "VOIDED";
  }
  if (isOwed) return "PARTIALLY_PAID";
  const refunded = refundedMinor(order);
  if (refunded === 0) return "PAID";
  return refunded >= received ? "REFUNDED" : "PARTIALLY_REFUNDED";
}
