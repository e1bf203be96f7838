import type { Subscription } from "#app/generated/prisma/client.ts";
import type { ShopContext } from "../../context.ts";
import { type ChargesFrom, countDiscountedCharges } from "../charges/count-discounted-charges.ts";

/** A discount of ours that was put on a contract. */
interface PlacedDiscount extends ChargesFrom {
  gid: string;
  /** For so many charges; null for all. */
  limit: number | null;
  /** So often it was used when it was last seen. */
  usageCount: number;
}

/** What has become of a discount. */
type DiscountFate =
  /** It is on the contract. */
  | "there"
  /** A charge is under way, which may use it. */
  | "undecided"
  /** The platform does not know the contract any more. */
  | "unknown"
  | { usageCount: number; isUsedUp: boolean };

/**
 * Asks what has become of a discount that was missing on its contract. The platform drops one after its last charge, and the merchant
 * may take it off at any time: that it is missing says neither, so its charges are counted. Calls the network.
 *
 * @throws PlatformFailure.
 */
export async function askAboutDiscount(
  context: ShopContext,
  subscription: Pick<Subscription, "id" | "platformContractId">,
  { gid, limit, usageCount: known, ...placed }: PlacedDiscount,
): Promise<DiscountFate> {
  const contract = await context.platform.getContract(Number(subscription.platformContractId));
  if (!contract) return "unknown";
  if (contract.discounts.some((discount) => discount.gid === gid)) return "there";
  if (contract.chargeRunning) return "undecided";
  const counted = await countDiscountedCharges(context, subscription, placed);
  const usageCount = Math.min(Math.max(known, counted), limit ?? Number.POSITIVE_INFINITY);
  return { usageCount, isUsedUp: usageCount === limit };
}

const LOOK_AGAIN_MS = 3_600_000;

/** When a job reads a contract again whose charge was running, unless a webhook reports the end of that charge first. */
export function lookAgainAt(): Date {
  return new Date(Date.now() + LOOK_AGAIN_MS);
}
