import type { Customer, Plan, Subscription } from "#app/generated/prisma/client.ts";
import type { Queries } from "#app/lib/db.ts";
import { insertRows } from "#app/lib/insert-rows.ts";
import { readInParts } from "#app/lib/one-way.ts";
import type { PlatformContract } from "#app/platform/platform-contract.ts";
import type { ShopContext } from "../context.ts";
import { followCustomer } from "../customers/store-customer.ts";
import { cardFieldsOf } from "./charges/card-of.ts";
import { nextChargeOf } from "./charges/next-charge.ts";
import { paidAtFirstSight } from "./charges/paid-until.ts";
import { deliveryColumnsOf } from "./delivery-columns.ts";
import { importPlans } from "./import-plans.ts";
import { pauseFieldsAfter } from "./pauses/pause-changes.ts";
import { linesOfContract } from "./subscription-lines.ts";
import { toSubscriptionStatus } from "./subscription-status.ts";

type PlanOfContract = Plan & { planGroup: { kind: string } };

/** A contract of the platform, with whose it is and which plan it has; null where nobody knows. */
export interface SeenContract {
  contract: PlatformContract;
  customer: Customer | null;
  plan: PlanOfContract | null;
}

/** Finds the customers and the plans of contracts, and reads from the platform those that are not stored. Calls the network. */
export async function findKnown(
  context: ShopContext,
  contracts: readonly PlatformContract[],
): Promise<SeenContract[]> {
  const customers = await findCustomers(context, contracts);
  const plans = await findPlans(context, contracts);
  return contracts.map((contract) => ({
    contract,
    customer: (contract.customerId && customers.get(contract.customerId)) || null,
    plan: plans.get(planIdOf(contract)) ?? null,
  }));
}

/** By the platform's numbers. Who was merged is who they were merged into. */
async function findCustomers(
  context: ShopContext,
  contracts: readonly PlatformContract[],
): Promise<Map<number, Customer | null>> {
  const { db, shop } = context;
  const ids = [...new Set(contracts.flatMap(({ customerId }) => customerId ?? []))];
  const rows = await readInParts(ids.map(BigInt), (some) =>
    db.prisma.customer.findMany({ where: { shopId: shop.id, platformCustomerId: { in: some } } }),
  );
  const known = new Map<number, Customer | null>();
  for (const row of rows) if (!row.mergedIntoId) known.set(Number(row.platformCustomerId), row);
  for (const id of ids) if (!known.has(id)) known.set(id, await followCustomer(context, id));
  return known;
}

function planIdOf({ lines }: PlatformContract): number | null {
  return lines.find(({ sellingPlanId }) => sellingPlanId)?.sellingPlanId ?? null;
}

/** By the platform's numbers. */
async function findPlans(
  context: ShopContext,
  contracts: readonly PlatformContract[],
): Promise<Map<number | null, PlanOfContract>> {
  const { db, shop } = context;
  const ids = [...new Set(contracts.flatMap((contract) => planIdOf(contract) ?? []))];
  const read = async () => {
    const rows = await readInParts(ids.map(BigInt), (some) =>
      db.prisma.plan.findMany({
        where: { shopId: shop.id, platformPlanId: { in: some } },
        include: { planGroup: { select: { kind: true } } },
      }),
    );
    return new Map(rows.map((row) => [Number(row.platformPlanId), row]));
  };
  const known = await read();
  if (known.size === ids.length) return known;
  await importPlans(context);
  return read();
}

/** A contract with its row, which nobody else changes until the transaction ends. */
export interface LockedContract extends SeenContract {
  row: Subscription;
  /** It was written just now, with all that the contract says. */
  isNew: boolean;
}

/** Somebody else has stored a contract for the first time while its row was looked for. */
export class StoredMeanwhile extends Error {}

/**
 * Locks the rows of contracts, in the order in which all take them, and inserts those that are missing: a lock alone would lock nothing on a first sight. The
 * locks come first, because whoever asks for the time before it may write an older one than whom they waited for. Of two that
 * see a contract for the first time at once, the second has asked before it waits.
 *
 * @returns them in the order of `seen`.
 * @throws StoredMeanwhile where a row among several came from somebody else after their locks were taken. Its lock would be out of turn, and
 *   two could wait for each other: the transaction has to begin once more.
 */
export async function lockContractRows(
  context: ShopContext,
  tx: Queries,
  seen: readonly SeenContract[],
): Promise<LockedContract[]> {
  const { id: shopId } = context.shop;
  const sorted = seen.toSorted((one, other) => one.contract.contractId - other.contract.contractId);
  const known = await lockRows(tx, shopId, sorted);
  const missing = sorted.filter(({ contract }) => !known.has(BigInt(contract.contractId)));
  const made = await insertRows(
    tx,
    "Subscription",
    missing.map((one) => ({ shopId, ...fieldsAtFirstSight(context, one) })),
    { skipDuplicates: true },
  );
  const rows = new Map(made.map((row) => [row.platformContractId, { row, isNew: true }]));
  const idOf = ({ contract }: SeenContract) => BigInt(contract.contractId);
  const old = sorted.filter((one) => !rows.has(idOf(one)));
  const late = old.filter((one) => !known.has(idOf(one)));
  if (late.length > 0 && sorted.length > 1) throw new StoredMeanwhile();
  await lockRows(tx, shopId, late);
  const read = await readInParts(old.map(idOf), (some) =>
    tx.subscription.findMany({ where: { shopId, platformContractId: { in: some } } }),
  );
  for (const row of read) rows.set(row.platformContractId, { row, isNew: false });
  return seen.map((one) => {
    const locked = rows.get(idOf(one));
    if (!locked) throw new Error("the row of a contract has vanished while it was locked");
    return { ...one, ...locked };
  });
}

/** @returns the numbers of the contracts whose rows are there. */
async function lockRows(
  tx: Queries,
  shopId: bigint,
  sorted: readonly SeenContract[],
): Promise<Set<bigint>> {
  const ids = sorted.map(({ contract }) => BigInt(contract.contractId));
  const rows = await readInParts(
    ids,
    (some) => tx.$queryRaw<{ id: bigint }[]>`
      SELECT platform_contract_id AS id FROM subscriptions
      WHERE shop_id = ${shopId} AND platform_contract_id = ANY (${some}::bigint[])
      ORDER BY platform_contract_id FOR NO KEY UPDATE`,
  );
  return new Set(rows.map(({ id }) => id));
}

/** A contract that was already over when it was first seen ended, as far as we know, at its last change. */
function fieldsAtFirstSight(context: ShopContext, seen: SeenContract) {
  const { contract } = seen;
  const now = context.clock.now();
  const fields = contractFieldsOf(context, seen);
  const { ianaTimezone } = context.shop;
  const { createdAt: platformCreatedAt } = contract;
  const pause = pauseFieldsAfter({ ...fields, ...AT_FIRST_SIGHT }, fields.status, now);
  return {
    platformContractId: BigInt(contract.contractId),
    ...fields,
    ...pause,
    keptZone: ianaTimezone,
    cancelledAt: fields.status === "cancelled" ? contract.updatedAt : null,
    paidUntil:
      fields.status === "cancelled"
        ? null
        : paidAtFirstSight({ ...fields, ...AT_FIRST_SIGHT, platformCreatedAt }, ianaTimezone),
    platformCreatedAt,
    createdAt: now,
    updatedAt: now,
  };
}

/** Nobody has paused it, paid for it or moved its date yet. */
const AT_FIRST_SIGHT = {
  ...{ pausedAt: null, pausedUntil: null, billingResumesAt: null },
  ...{ chargeableFrom: null, movedFrom: null },
  ...{ paidUntil: null, grantedUntil: null },
  ...{ keptDay: null, keptTime: null, keptZone: null, originalStartAt: null },
};

/** What the platform says of a contract, as our row keeps it. */
export type ContractFields = ReturnType<typeof contractFieldsOf>;

export function contractFieldsOf(
  { shop }: Pick<ShopContext, "shop">,
  { contract, customer, plan }: SeenContract,
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
    ...deliveryColumnsOf(contract),
    billingAnchors: contract.billingAnchors,
    nextBillingAt: status === "cancelled" ? null : contract.nextBillingAt,
    nextChargeMinor: status === "cancelled" ? null : BigInt(nextCharge.totalMinor),
    deliveryMinor: BigInt(nextCharge.deliveryMinor),
    lines: linesOfContract(contract),
    priceSteps: priceStepsOf(contract),
    lastChargeMinor: lastChargeMinorOf(contract),
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

/** Null for a charge in another currency than the contract's, as after the store has changed its own. */
function lastChargeMinorOf({ lastCharge, currency }: PlatformContract): bigint | null {
  return lastCharge?.currency === currency ? BigInt(lastCharge.amountMinor) : null;
}
