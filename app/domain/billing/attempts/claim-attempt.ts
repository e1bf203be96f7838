import type { BillingAttempt } from "#app/generated/prisma/client.ts";
import type { Queries } from "#app/lib/db.ts";
import type { ShopContext } from "../../context.ts";
import { changeBilling } from "../charging/change-billing.ts";
import type { Billing } from "../charging/read-billing.ts";
import { dunningSettingsIn } from "../dunning/dunning-settings.ts";

/** How the keys of this app's charges of a contract begin. */
export function ownKeyStart(contractId: number | bigint): string {
  return `${contractId}:`;
}

/**
 * Writes an attempt for the open cycle down, before the platform is called: whoever comes next finds it and its key. The
 * caller has locked the subscription, and seen that no attempt is running.
 *
 * @param retryOf the failed attempt that somebody wants repeated.
 */
export async function claimAttempt(
  context: ShopContext,
  tx: Queries,
  { subscription, open }: Billing,
  { retryOf }: { retryOf?: bigint } = {},
): Promise<BillingAttempt> {
  if (!open) throw new Error("There is no cycle to charge.");
  const { shopId, subscriptionId, cycleIndex } = open;
  const { inventory } = await dunningSettingsIn(tx, shopId);
  const latest = await tx.billingAttempt.findFirst({
    where: { shopId, subscriptionId, cycleIndex },
    orderBy: { attemptNumber: "desc" },
    select: { attemptNumber: true },
  });
  const attemptNumber = (latest?.attemptNumber ?? 0) + 1;
  const { platformContractId, nextChargeMinor, priceMinor, currency, paymentMethod } = subscription;
  return tx.billingAttempt.create({
    data: {
      shopId,
      subscriptionId,
      cycleIndex,
      attemptNumber,
      idempotencyKey: `${ownKeyStart(platformContractId)}${cycleIndex}:${attemptNumber}`,
      status: "starting",
      amountMinor: nextChargeMinor ?? priceMinor,
      currency,
      paymentMethod,
      allowsOverselling: inventory.oversell,
      retryOf: retryOf ?? null,
      createdAt: context.clock.now(),
    },
  });
}

/** The same for a cycle whose time has come. Null when another process was first, or there is nothing to charge any more. */
export async function claimDueAttempt(
  context: ShopContext,
  {
    shopId,
    subscriptionId,
    cycleIndex,
  }: { shopId: bigint; subscriptionId: bigint; cycleIndex: number },
): Promise<BillingAttempt | null> {
  return changeBilling(context, { shopId, id: subscriptionId }, async (tx, billing) => {
    if (!billing || billing.running || billing.open?.cycleIndex !== cycleIndex) return null;
    if (billing.subscription.status !== "active" || billing.subscription.withdrawnAt) return null;
    return claimAttempt(context, tx, billing);
  });
}
