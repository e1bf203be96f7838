import type { ShopContext } from "../../context.ts";
import { toPlatformChangeError } from "../../platform-change-error.ts";
import { lookForPayment } from "../attempts/look-for-payment.ts";
import { changedMeanwhile } from "./changed-meanwhile.ts";

/**
 * Asks whether somebody else has made the next charge already. Where that is so, it is written down as paid, and the date after it
 * is the next one.
 *
 * @throws AppError charge_not_retryable: it is paid; platform_refused, platform_unavailable.
 */
export async function refuseIfPaid(context: ShopContext, subscriptionId: bigint): Promise<void> {
  const isPaid = await lookForPayment(context, subscriptionId).catch((error) => {
    throw toPlatformChangeError(error, "say whether the charge was made");
  });
  if (isPaid) throw changedMeanwhile();
}
