import type { AppliedOffer, Plan, Subscription } from "#app/generated/prisma/client.ts";
import { firstWithin } from "#app/lib/first-within.ts";
import { readInParts } from "#app/lib/one-way.ts";
import { toSnakeCaseJson } from "#app/lib/snake-case-json.ts";
import { acceptedOfferOverAt } from "../churn/offers/priced-offer.ts";
import type { ShopContext } from "../context.ts";
import type { CustomerCopy } from "../customers/publish-to-customers.ts";
import { scheduleTasks } from "../schedule/schedule-task.ts";
import {
  type PortalAction,
  readPlanPortalOff,
  readStorePortalOff,
} from "../shops/portal-actions.ts";
import { madeAt } from "../shops/withdrawal-rule.ts";
import { hasBegun } from "../subscriptions/import-state.ts";
import { isEntitled } from "../subscriptions/rights/rights.ts";
import { republishCustomerTask } from "../subscriptions/subscription-jobs.ts";
import { isShownWith, toOwnContract } from "./own-contract.ts";

/** The platform keeps 128 KiB; the rest is for what stands around the contracts. */
const MAX_CONTRACT_BYTES = 120 * 1024;

/**
 * What the storefront renders of customers' contracts, which the contract names (section 4.7): as many as there is room for, those that
 * are not over first, and `scid`, the numeric id of the one that a cancel button is about (the membership that is not
 * over, else the newest live contract, else the newest); nothing for who has none.
 */
export const contractsCopy: CustomerCopy = { key: "customer_subscription1", describe };

async function describe(context: ShopContext, customerIds: readonly bigint[]) {
  const { db, shop } = context;
  const rows = await readInParts(customerIds, (some) =>
    db.prisma.subscription.findMany({
      // What was started again is seen as what it goes on as, and what never began is not seen.
      where: {
        ...{ shopId: shop.id, customerId: { in: some } },
        reactivations: { none: { state: "made" } },
        OR: [{ importState: null }, { importState: { not: "undone" } }],
      },
      include: {
        appliedOffers: { where: isShownWith },
        plan: { select: { removedAt: true, portalOff: true } },
      },
      orderBy: { platformContractId: "desc" },
    }),
  );
  await planToPublishAgain(context, rows);
  const storeOff = await readStorePortalOff(db.prisma, shop.id);
  const byCustomer = Map.groupBy(rows, ({ customerId }) => customerId);
  return new Map(
    customerIds.map((id) => [id, describeAll(context, byCustomer.get(id) ?? [], storeOff)]),
  );
}

type ShownSubscription = Subscription & {
  appliedOffers: AppliedOffer[];
  plan: Pick<Plan, "removedAt" | "portalOff"> | null;
};

/** A copy that would be wrong from some instant on is written again then. */
async function planToPublishAgain(
  context: ShopContext,
  subscriptions: readonly ShownSubscription[],
): Promise<void> {
  const now = context.clock.now();
  const requests = subscriptions.flatMap(({ customerId, appliedOffers }) =>
    appliedOffers
      .filter(({ state }) => state === "active")
      .flatMap((offer) => acceptedOfferOverAt(offer) ?? [])
      .filter((overAt) => overAt > now && customerId !== null)
      .map((dueAt) => ({ payload: { customerId: customerId as bigint }, dueAt })),
  );
  if (requests.length === 0) return;
  await context.db.transaction((tx) => scheduleTasks(context, tx, republishCustomerTask, requests));
}

/** @param subscriptions of one customer, the newest first. */
function describeAll(
  context: ShopContext,
  subscriptions: readonly ShownSubscription[],
  storeOff: readonly PortalAction[],
): object | null {
  const zone = context.shop.ianaTimezone;
  const live = subscriptions.filter(({ status }) => status !== "cancelled");
  const main = live.find(({ kind }) => kind === "membership") ?? live[0] ?? subscriptions[0];
  if (!main) return null;
  const ended = subscriptions.filter(({ status }) => status === "cancelled");
  const contracts = [...new Set([main, ...live, ...ended])].map((row) => {
    const own = toOwnContract(context, row, row.appliedOffers);
    const { chargeDueSince, ...contract } = own;
    return toSnakeCaseJson(
      {
        ...contract,
        // The theme compares it with the day on which the page is rendered.
        nextBillingDate: contract.nextBillingDate ?? chargeDueSince,
        // The theme says when it ended, too.
        endsOn: contract.endsOn ?? row.endsAt,
        // Counted as paused, as nothing is charged; but nobody has paused it, and its owner should know.
        paymentFailed: row.platformStatus === "failed",
        // Null for one that nobody can withdraw from, however many days the store gives.
        madeOn: row.withdrawnAt || !hasBegun(row) ? null : madeAt(row),
        isMember: row.kind === "membership" && isEntitled(row, context.clock.now()),
        canRestart: row.status === "cancelled" && canRestart(row, storeOff),
      },
      zone,
    );
  });
  return {
    scid: Number(main.platformContractId),
    contracts: firstWithin(contracts, MAX_CONTRACT_BYTES).sort(
      (a, b) => b.contract_id - a.contract_id,
    ),
  };
}

/** Whether it is worth asking: all else that decides it is asked once somebody wants it. */
function canRestart(
  {
    withdrawnAt,
    plan,
  }: Pick<Subscription, "withdrawnAt"> & { plan: Pick<Plan, "removedAt" | "portalOff"> | null },
  storeOff: readonly PortalAction[],
): boolean {
  if (withdrawnAt || plan?.removedAt !== null) return false;
  return !(readPlanPortalOff(plan.portalOff) ?? storeOff).includes("reactivate");
}
