import { clockAt } from "#app/core/clock.ts";
import { acceptOffer } from "#app/domain/cancel-flow/accept-offer.ts";
import { answerReason } from "#app/domain/cancel-flow/answer-reason.ts";
import { confirmCancel } from "#app/domain/cancel-flow/confirm-cancel.ts";
import type { ReasonAlias } from "#app/domain/churn/cancellation-reasons.ts";
import type { AppContext, ShopContext } from "#app/domain/context.ts";
import { openShop } from "#app/domain/shops/open-shop.ts";
import type { Shop } from "#app/domain/shops/shop.ts";

/** How many shoppers have been through the cancel flow before a visitor comes, and over how many days. */
const FLOWS = 36;
const DAYS = 75;
/** What shoppers say, as often as they say it. */
const REASONS: readonly ReasonAlias[] = [
  "too_expensive",
  "not_using_enough",
  "too_expensive",
  "order_issues",
  "enough_items",
  "other",
  "too_expensive",
  "not_need_subscription",
  "not_using_enough",
  "use_another_service",
];
/** The first customers are left as they are, for the visitor to try. */
const UNTOUCHED_CUSTOMERS = 40;

/**
 * Lets some members go through the cancel flow in the past weeks, by the very actions a shopper's
 * browser calls: most accept what they are offered, some cancel. Does nothing on a store that has a
 * history already.
 */
export async function tellRetentionHistory(app: AppContext, shop: Shop): Promise<void> {
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
  for (const [index, { platformContractId, customer }] of subscriptions.entries()) {
    if (!customer) continue;
    const daysAgo = DAYS - (index * DAYS) / FLOWS;
    const context = { ...base, clock: clockAt(new Date(now - daysAgo * 86_400_000)) };
    await walkThrough(context, {
      contractId: Number(platformContractId),
      customerId: Number(customer.platformCustomerId),
      reason: REASONS[index % REASONS.length] ?? "other",
      accepts: index % 4 !== 3,
    });
  }
}

async function walkThrough(
  context: ShopContext,
  walk: { contractId: number; customerId: number; reason: ReasonAlias; accepts: boolean },
): Promise<void> {
  const { contractId, customerId, reason } = walk;
  const ids = { contractId, customerId };
  const { flow_id: flowId, offer } = await answerReason(context, {
    ...ids,
    reason,
    note: null,
    flowId: null,
  });
  if (offer && walk.accepts) {
    const idempotencyKey = `demo-${contractId}`;
    await acceptOffer(context, { ...ids, flowId, offerId: offer.id, idempotencyKey });
    return;
  }
  await confirmCancel(context, { ...ids, flowId, reason, note: null });
}
