import type { PlatformContractStatus } from "#app/platform/platform.ts";

/** A subscription's state as every interface shows it (contract, section 3.1). */
export type SubscriptionStatus = "active" | "paused" | "cancelled";

/**
 * The platform's five states in our three. An expired contract has ended like a cancelled one. A
 * failed contract charges nothing until somebody activates it again, as a paused one does.
 */
export function toSubscriptionStatus(status: PlatformContractStatus): SubscriptionStatus {
  switch (status) {
    case "active":
      return "active";
    case "paused":
    case "failed":
      return "paused";
    case "cancelled":
    case "expired":
      return "cancelled";
  }
}
