import { acceptOffer } from "#app/domain/cancel-flow/accept-offer.ts";
import { answerReason } from "#app/domain/cancel-flow/answer-reason.ts";
import { confirmCancel } from "#app/domain/cancel-flow/confirm-cancel.ts";
import { revokeAppliedOffer } from "#app/domain/churn/activation/revoke-applied-offer.ts";
import type { Actor, AppContext, ShopContext } from "#app/domain/context.ts";
import { openShop } from "#app/domain/shops/open-shop.ts";
import type { Shop } from "#app/domain/shops/shop.ts";
import type { ReasonAlias } from "#app/domain/subscriptions/cancellation-reasons.ts";
import { clockAt } from "#app/lib/clock.ts";

const merchant: Actor = { kind: "merchant", name: null };

const DAY_MS = 86_400_000;

/** How many shoppers have been through the cancel flow before a visitor comes, and over how many days. */
const FLOWS = 36;
const DAYS = 75;
/** What shoppers say, as often as they say it. */
const REASONS: readonly ReasonAlias[] = [
  "too_expensive",
  "not_using_enough",
  "order_issues",
  "too_expensive",
  "enough_items",
  "other",
  "order_issues",
  "not_need_subscription",
  "not_using_enough",
  "use_another_service",
];
/** Some go in the end all the same, so many days after they had accepted; of others the merchant takes it back. */
const STAYED_DAYS = 9;

/** The first customers are left as they are, for the visitor to try. */
const UNTOUCHED_CUSTOMERS = 40;

/**
 * Lets some members go through the cancel flow in the past weeks, by the very actions a shopper's
 * browser calls: most accept what they are offered, some cancel, at once or after a while, and of a few
 * the merchant revokes the offer. Does nothing on a store that has a history already.
 */
export async function seedRetentionHistory(app: AppContext, shop: Shop): Promise<void> {
  const { prisma } = app.db;
  if ((await prisma.cancelFlow.count({ where: { shopId: shop.id } })) > 0) return;
  const subscriptions = await prisma.subscription.findMany({
    where: { shopId: shop.id, status: "active", customerId: { not: null } },
    include: { customer: true },
    orderBy: { platformContractId: "asc" },
    skip: UNTOUCHED_CUSTOMERS,
    take: FLOWS,
  });
  const base = openShop(app, shop, { kind: "customer", name: null });
  const now = Date.now();
  for (const [index, { platformContractId, customer, lastChargedAt }] of subscriptions.entries()) {
    if (!customer) continue;
    const daysAgo = DAYS - (index * DAYS) / FLOWS;
    const at = (days: number) => ({ ...base, clock: clockAt(new Date(now - days * DAY_MS)) });
    // Nobody is charged after they have cancelled.
    const daysSinceCharge = lastChargedAt ? (now - lastChargedAt.getTime()) / DAY_MS : DAYS;
    const toCancelAt = (days: number) => at(Math.min(days, daysSinceCharge * 0.9));
    const walk = {
      contractId: Number(platformContractId),
      customerId: Number(customer.platformCustomerId),
      reason: REASONS[index % REASONS.length] ?? "other",
      accepts: index % 4 !== 3,
    };
    const isSaved = await walkThrough((walk.accepts ? at : toCancelAt)(daysAgo), walk);
    if (!isSaved || daysAgo < STAYED_DAYS) continue;
    const later = at(daysAgo - STAYED_DAYS);
    if (index % 5 === 2) {
      await walkThrough(toCancelAt(daysAgo - STAYED_DAYS), {
        ...walk,
        reason: "not_need_subscription",
        accepts: false,
      });
    } else if (index % 9 === 4) await revokeOffer(later, walk.contractId);
  }
}

async function revokeOffer(context: ShopContext, contractId: number): Promise<void> {
  const applied = await context.db.prisma.appliedOffer.findFirst({
    where: {
      shopId: context.shop.id,
      state: "active",
      subscription: { platformContractId: BigInt(contractId) },
    },
  });
  if (applied) await revokeAppliedOffer({ ...context, actor: merchant }, applied.id);
}

/** @returns whether the shopper took an offer and stayed. */
async function walkThrough(
  context: ShopContext,
  walk: { contractId: number; customerId: number; reason: ReasonAlias; accepts: boolean },
): Promise<boolean> {
  const { contractId, customerId, reason } = walk;
  const ids = { contractId, customerId };
  const { flowId, offer } = await answerReason(context, {
    ...ids,
    reason,
    note: null,
    flowId: null,
  });
  if (offer && walk.accepts) {
    const idempotencyKey = `demo-${contractId}`;
    await acceptOffer(context, { ...ids, flowId, offerId: Number(offer.id), idempotencyKey });
    return true;
  }
  await confirmCancel(context, { ...ids, flowId, reason, note: null, idempotencyKey: null });
  return false;
}
