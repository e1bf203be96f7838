import { retryAttempt } from "#app/domain/billing/attempts/retry-attempt.ts";
import type { ShopContext } from "#app/domain/context.ts";

/** What a charge that a merchant has asked for came to. */
export interface ChargeAnswer {
  outcome: "charged" | "charging" | "charge_failed";
}

/** Charges again what was seen as the latest failure, and says how it went. @throws AppError, as {@link retryAttempt} does. */
export async function chargeNow(context: ShopContext, attemptId: bigint): Promise<ChargeAnswer> {
  return toChargeAnswer(await retryAttempt(context, attemptId, { onlyLatest: true }));
}

/** How an attempt has ended by now. */
export function toChargeAnswer({ status }: { status: string }): ChargeAnswer {
  if (status === "success") return { outcome: "charged" };
  return { outcome: status === "failed" ? "charge_failed" : "charging" };
}
