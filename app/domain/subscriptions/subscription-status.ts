import type { PlatformContractStatus } from "#app/platform/platform-contract.ts";

/** A subscription's state as every interface shows it (contract, section 3.1). */
export type SubscriptionStatus = "active" | "paused" | "cancelled";

/**
 * The platform's five states in our three. An expired contract has ended like a cancelled one. A failed one owes a
 * charge, and stays active until its dunning ends.
 */
export function toSubscriptionStatus(status: PlatformContractStatus): SubscriptionStatus {
  switch (status) {
    case "active":
    case "failed":
      return "active";
    case "paused":
      return "paused";
    case "cancelled":
    case "expired":
      return "cancelled";
  }
}
