import type { BillingCycle, Subscription } from "#app/generated/prisma/client.ts";
import type { Queries } from "#app/lib/db.ts";
import type { ShopContext } from "../../context.ts";
import { isWithinCap, WINDOW_DAYS } from "./retry-cap.ts";

/**
 * When charges of a payment method have failed within the window of the cap, whichever subscription they were for. An
 * unknown method counts as the subscription's present one.
 */
export async function readFailuresOnMethod(
  tx: Queries,
  { shopId, id, paymentMethod }: Pick<Subscription, "shopId" | "id" | "paymentMethod">,
  now: Date,
): Promise<Date[]> {
  const since = new Date(now.getTime() - WINDOW_DAYS * 86_400_000);
  const rows = await tx.billingAttempt.findMany({
    where: {
      shopId,
      status: "failed",
      createdAt: { gt: since },
      ...(paymentMethod === null ? { subscriptionId: id } : { paymentMethod }),
    },
    select: { createdAt: true },
  });
  return rows.map(({ createdAt }) => createdAt);
}

/** Whether a planned retry is to be made now: other subscriptions may have used up what the payment method may take. */
export async function isRetryDue(
  { db, clock }: Pick<ShopContext, "db" | "clock">,
  subscription: Subscription,
  { step, stepAt }: BillingCycle,
): Promise<boolean> {
  const now = clock.now();
  if (step !== "retry" || !stepAt || stepAt > now) return false;
  return isWithinCap(await readFailuresOnMethod(db.prisma, subscription, now), now);
}
