import type { BillingCycle, Subscription } from "#app/generated/prisma/client.ts";
import { isPlatformFailure } from "#app/platform/platform-failure.ts";
import type { ShopContext } from "../../context.ts";
import { askCycle, type Standing } from "../cycles/ask-cycle.ts";
import { settleElsewhere } from "./settle-elsewhere.ts";

/**
 * Asks whether somebody else has charged an open cycle, and writes it down when that is so.
 *
 * @returns how it stands. After `paid` the cycle is over.
 * @throws PlatformFailure when the platform cannot be asked.
 */
export async function askIfPaid(
  context: ShopContext,
  subscription: Subscription,
  { cycleIndex }: Pick<BillingCycle, "cycleIndex">,
): Promise<Standing["kind"]> {
  const standing = await askCycle(context, subscription, cycleIndex);
  if (standing.kind === "paid") {
    await settleElsewhere(context, subscription, cycleIndex, standing.attempt);
  }
  return standing.kind;
}

/** The same, for what goes on without an answer: null where the platform gives none. */
export async function askIfPaidOrGoOn(
  context: ShopContext,
  subscription: Subscription,
  cycle: Pick<BillingCycle, "cycleIndex">,
): Promise<Standing["kind"] | null> {
  try {
    return await askIfPaid(context, subscription, cycle);
  } catch (error) {
    if (!isPlatformFailure(error)) throw error;
    return null;
  }
}
