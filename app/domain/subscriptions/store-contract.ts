import type { Customer, Plan, Subscription } from "#app/generated/prisma/client.ts";
import type { Queries } from "#app/lib/db.ts";
import { addJob } from "#app/lib/queue.ts";
import type { PlatformContract } from "#app/platform/platform-contract.ts";
import { recordActivity } from "../activity/record-activity.ts";
import type { ShopContext } from "../context.ts";
import { followCustomer } from "../customers/store-customer.ts";
import { suspectMerge } from "../customers/suspect-merge.ts";
import { cardFieldsOf } from "./charges/card-of.ts";
import { nextChargeOf } from "./charges/next-charge.ts";
import { paidAfter, paidAtFirstSight, paidUntil } from "./charges/paid-until.ts";
import { importPlans } from "./import-plans.ts";
import { countChange } from "./lists/list-totals.ts";
import { pauseFieldsAfter, recordPauseChange } from "./pauses/pause-changes.ts";
import { recordSubscriptionEvent } from "./record-subscription-event.ts";
import { publishCustomerJob } from "./subscription-jobs.ts";
import { linesOfContract } from "./subscription-lines.ts";
import { toSubscriptionStatus } from "./subscription-status.ts";

/**
 * Reads a contract from the platform and updates our row. The outcome is the same whatever triggered it (a
 * late or repeated webhook, our own change). Calls the network.
 *
 * @returns null when the platform knows no such contract.
 */
export async function refreshContract(
  context: ShopContext,
  contractId: number,
): Promise<Subscription | null> {
  const { shop, db, platform } = context;
  const rowBefore = await db.prisma.subscription.findUnique({
    where: {
      shopId_platformContractId: { shopId: shop.id, platformContractId: BigInt(contractId) },
    },
  });
  const contract = await platform.getContract(contractId);
  if (!contract) {
    context.log.info({ contractId }, "the platform knows no such contract");
    return null;
  }
  return storeContract(context, contract, { rowBefore });
}

/** What is known about how a contract was read. */
interface Reading {
  /**
   * Our row before the contract was read, null when there was none. Left out for the platform's answer to a
   * change of ours, which is as new as news can be.
   */
  rowBefore?: Subscription | null;
  /** Of an import: contracts older than it are no news to anybody. */
  importBeganAt?: Date;
}

/**
 * Brings our row up to what the platform says of a contract. News older than the row changes nothing.
 * The context's followers act in the same transaction, which also records what happened as an event; the
 * first time a contract is seen cancelled, the timeline gets a line too. Safe to repeat.
 *
 * The platform dates changes to the second. A contract that was read while our row got another state of the
 * same second may be the older of the two: it is read again.
 */
export async function storeContract(
  context: ShopContext,
  contract: PlatformContract,
  reading: Reading = {},
): Promise<Subscription> {
  const stored = await storeIfCurrent(context, contract, reading);
  const row = stored ?? (await refreshContract(context, contract.contractId));
  if (!row) throw new Error("a contract that the platform has shown is not there any more");
  return row;
}

/** Null when the contract has to be read again. */
async function storeIfCurrent(
  context: ShopContext,
  contract: PlatformContract,
  { rowBefore, importBeganAt }: Reading,
): Promise<Subscription | null> {
  const customer = contract.customerId ? await followCustomer(context, contract.customerId) : null;
  const plan = await findPlan(context, contract);
  return context.db.transaction(async (tx) => {
    const { row: before, isNew } = await lockRow(context, tx, contract, customer, plan);
    if (before.platformUpdatedAt > contract.updatedAt) return before;
    const fields = toFields(context, contract, customer, plan);
    const isTie = before.platformUpdatedAt.getTime() === contract.updatedAt.getTime();
    const mayBeOlder = rowBefore !== undefined && hasOtherFacts(rowBefore, before);
    if (!isNew && isTie && mayBeOlder && hasOtherFacts(fields, before)) return null;
    const justEnded = !isNew && fields.status === "cancelled" && before.status !== "cancelled";
    const now = context.clock.now();
    const zone = context.shop.ianaTimezone;
    const paid = isNew ? paidAtFirstSight(before, zone) : paidAfter(before, contract, now, zone);
    const row = await tx.subscription.update({
      where: { shopId_id: { shopId: before.shopId, id: before.id } },
      data: {
        ...fields,
        cancelledAt: endOf(context, fields.status, before, isNew, contract),
        paidUntil: before.status === "cancelled" ? before.paidUntil : paid,
        endsAt: justEnded ? endsAtOf(context, before, contract, paid) : before.endsAt,
        ...pauseFieldsAfter(before, fields.status, now),
        ...(hasNewPaymentMethod(before, contract) && { paymentMethodChangedAt: now }),
        updatedAt: now,
      },
    });
    for (const follower of context.subscriptionFollowers) {
      await follower.onStored?.(context, tx, row, contract);
    }
    if (!isNew) await recordPauseChange(context, tx, before, row);
    if (justEnded) await followCancellation(context, tx, row);
    const isNews = !isNew || !importBeganAt || contract.createdAt >= importBeganAt;
    const change = { before: isNew ? null : before, after: row, isNews };
    await recordSubscriptionEvent(context, tx, change.before, row, isNews);
    const { shopId } = row;
    await countChange(tx, { shopId, list: "subscriptions" }, change.before, row);
    for (const follower of context.subscriptionFollowers) {
      await follower.onRecorded?.(context, tx, change);
    }
    if (customer) await announce(tx, customer);
    await suspectMerge(tx, row.shopId, {
      before: before.customerId,
      after: row.customerId,
      platformCustomerId: contract.customerId,
    });
    return row;
  });
}

/** Facts of a row that a read of its contract may change. */
const FACTS = [
  "platformStatus",
  "nextBillingAt",
  "priceMinor",
  "nextChargeMinor",
  "planId",
  "chargeRunning",
  "paymentMethod",
] as const;

function hasOtherFacts(
  one: Pick<Subscription, (typeof FACTS)[number]> | null,
  other: Subscription,
): boolean {
  return !one || FACTS.some((name) => one[name]?.valueOf() !== other[name]?.valueOf());
}

/** One that was taken away is none: the next one is new. */
function hasNewPaymentMethod(before: Subscription, { paymentMethod }: PlatformContract): boolean {
  return paymentMethod !== null && paymentMethod !== before.paymentMethod;
}

async function findPlan(
  context: ShopContext,
  contract: PlatformContract,
): Promise<(Plan & { planGroup: { kind: string } }) | null> {
  const platformPlanId = contract.lines.find((line) => line.sellingPlanId)?.sellingPlanId;
  if (!platformPlanId) return null;
  const query = {
    where: {
      shopId_platformPlanId: { shopId: context.shop.id, platformPlanId: BigInt(platformPlanId) },
    },
    include: { planGroup: { select: { kind: true } } },
  };
  const known = await context.db.prisma.plan.findUnique(query);
  if (known) return known;
  await importPlans(context);
  return context.db.prisma.plan.findUnique(query);
}

/**
 * Locks the row, and inserts it where there is none: a lock alone would lock nothing on a first sight. The lock comes first, because
 * whoever asks for the time before it may write an older one than whom they waited for. Of two that see a contract for the first
 * time at once, the second has asked before it waits.
 */
async function lockRow(
  context: ShopContext,
  tx: Queries,
  contract: PlatformContract,
  customer: Customer | null,
  plan: (Plan & { planGroup: { kind: string } }) | null,
): Promise<{ row: Subscription; isNew: boolean }> {
  const { id: shopId } = context.shop;
  const platformContractId = BigInt(contract.contractId);
  const lock = async () => {
    const rows = await tx.$queryRaw<{ id: bigint }[]>`
      SELECT id FROM subscriptions WHERE shop_id = ${shopId} AND platform_contract_id = ${platformContractId}
      FOR NO KEY UPDATE`;
    return rows.length > 0;
  };
  let isNew = false;
  if (!(await lock())) {
    const { count } = await tx.subscription.createMany({
      data: [
        {
          ...{ shopId, platformContractId },
          ...toFields(context, contract, customer, plan),
          platformCreatedAt: contract.createdAt,
          createdAt: context.clock.now(),
        },
      ],
      skipDuplicates: true,
    });
    isNew = count === 1;
    // Somebody else was first.
    if (!isNew) await lock();
  }
  const where = { shopId_platformContractId: { shopId, platformContractId } };
  return { row: await tx.subscription.findUniqueOrThrow({ where }), isNew };
}

function toFields(
  { shop }: Pick<ShopContext, "shop">,
  contract: PlatformContract,
  customer: Customer | null,
  plan: (Plan & { planGroup: { kind: string } }) | null,
) {
  const status = toSubscriptionStatus(contract.status);
  const nextCharge = nextChargeOf(contract);
  return {
    customerId: customer?.id ?? null,
    planId: plan?.id ?? null,
    kind: plan?.planGroup.kind ?? "product",
    status,
    platformStatus: contract.status,
    planName: contract.lines[0]?.sellingPlanName ?? contract.lines[0]?.title ?? "Subscription",
    priceMinor: BigInt(contract.priceMinor),
    currency: contract.currency,
    intervalUnit: contract.interval.unit,
    intervalCount: contract.interval.count,
    nextBillingAt: status === "cancelled" ? null : contract.nextBillingAt,
    nextChargeMinor: status === "cancelled" ? null : BigInt(nextCharge.totalMinor),
    deliveryMinor: BigInt(nextCharge.deliveryMinor),
    lines: linesOfContract(contract),
    priceSteps: priceStepsOf(contract),
    lastChargeMinor: contract.lastCharge ? BigInt(contract.lastCharge.amountMinor) : null,
    lastChargedAt: contract.lastCharge?.at ?? null,
    chargeRunning: contract.chargeRunning,
    paymentMethod: contract.paymentMethod,
    ...cardFieldsOf(contract, shop.ianaTimezone),
    platformUpdatedAt: contract.updatedAt,
  };
}

/** After how many charges a price changes, in order. */
function priceStepsOf({ lines }: PlatformContract): number[] {
  const steps = lines.flatMap(({ priceSteps }) => priceSteps.map(({ afterCycle }) => afterCycle));
  return [...new Set(steps)].filter((step) => step > 0).sort((one, other) => one - other);
}

/** A contract that was already over when it was first seen ended, as far as we know, at its last change. */
function endOf(
  context: ShopContext,
  status: string,
  before: Subscription,
  isNew: boolean,
  contract: PlatformContract,
): Date | null {
  if (status !== "cancelled") return null;
  if (isNew) return contract.updatedAt;
  return before.cancelledAt ?? context.clock.now();
}

/** Who withdraws gives back what was paid for. */
function endsAtOf(
  context: ShopContext,
  before: Subscription,
  contract: PlatformContract,
  paid: Date | null,
): Date {
  return before.withdrawnAt ? context.clock.now() : endOfPaid(context, before, contract, paid);
}

/** When a contract that has just been cancelled ends. The platform forgets its next charge, our row remembers it. */
function endOfPaid(
  context: ShopContext,
  before: Subscription,
  contract: PlatformContract,
  paid: Date | null,
): Date {
  const now = context.clock.now();
  const facts = {
    ...before,
    nextBillingAt: contract.nextBillingAt ?? before.nextBillingAt,
    paidUntil: paid,
    lastChargedAt: contract.lastCharge?.at ?? before.lastChargedAt,
    chargeRunning: contract.chargeRunning,
  };
  return paidUntil(facts, now, context.shop.ianaTimezone) ?? now;
}

async function followCancellation(
  context: ShopContext,
  tx: Queries,
  row: Subscription,
): Promise<void> {
  for (const follower of context.subscriptionFollowers) {
    await follower.onCancelled?.(context, tx, row);
  }
  const isUndone = row.importState === "undone";
  await recordActivity(context, tx, {
    kind: "subscription.cancelled",
    message: isUndone
      ? `${row.planName} was canceled before it began.`
      : `${row.planName} was canceled.`,
    customerId: row.customerId,
    subscriptionId: row.id,
    details: { reason: row.cancelReason, ends_at: row.endsAt?.toISOString() ?? null },
  });
}

/** The storefront shows the subscription, so its copy there has to be updated. */
async function announce(tx: Queries, customer: Customer): Promise<void> {
  await addJob(tx, publishCustomerJob, { shopId: customer.shopId, customerId: customer.id });
}
