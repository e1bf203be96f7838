import type { ProtectedData } from "../state/protected-data.ts";
import type { DevShop } from "../state/shop.ts";

/** What docs/real-store.md says to ask for, and no more. */
const usualApprovals: readonly ProtectedData[] = [
  ...(["customer_data", "name", "email"] as const),
  ...(["address", "phone"] as const),
];

export const protectedDataPage = "https://shopify.dev/docs/apps/launch/protected-customer-data";

export function approvalsOf(shop: Pick<DevShop, "approvedData">): readonly ProtectedData[] {
  return shop.approvedData ?? usualApprovals;
}

/** Level 2 includes nothing without level 1. */
export function isApproved(shop: Pick<DevShop, "approvedData">, kind: ProtectedData): boolean {
  const approved = approvalsOf(shop);
  return approved.includes("customer_data") && approved.includes(kind);
}
