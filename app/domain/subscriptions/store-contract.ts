import type { Customer, Subscription } from "#app/generated/prisma/client.ts";
import type { Queries } from "#app/lib/db.ts";
import { inBatches } from "#app/lib/in-batches.ts";
import { readInParts } from "#app/lib/one-way.ts";
import { addJob } from "#app/lib/queue.ts";
import type { PlatformContract } from "#app/platform/platform-contract.ts";
import { recordActivity } from "../activity/record-activity.ts";
import type { KeptTime } from "../billing/dates/kept-time.ts";
import type { ShopContext } from "../context.ts";
import { suspectMerge } from "../customers/suspect-merge.ts";
import { readAgain } from "../set-aside/read-again.ts";
import { orSetAside } from "../set-aside/set-aside.ts";
import { datesAfter } from "./charges/dates-after.ts";
import { keptFields } from "./charges/kept-day.ts";
import { methodChangedAt } from "./charges/method-changed-at.ts";
import {
  type ContractFields,
  contractFieldsOf,
  findKnown,
  type LockedContract,
  lockContractRows,
  type SeenContract,
  StoredMeanwhile,
} from "./contract-rows.ts";
import { countChange } from "./lists/list-totals.ts";
import { recordPauseChange } from "./pauses/pause-changes.ts";
import { recordSubscriptionEvent } from "./record-subscription-event.ts";
import { publishCustomerJob, thingOfContract } from "./subscription-jobs.ts";

/**
 * Reads a contract from the platform and updates our row. The outcome is the same whatever triggered it (a
 * late or repeated webhook, our own change). Calls the network.
 *
 * @returns null when the platform knows no such contract.
 */
export async function refreshContract(
  context: ShopContext,
  contractId: number,
  news: Pick<Reading, "methodRenewedAt"> = {},
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
  return storeContract(context, contract, { rowBefore, ...news });
}

/** The same; a contract that cannot be stored is set aside. */
export async function refreshContractOrSetAside(
  context: ShopContext,
  contractId: number,
): Promise<Subscription | null> {
  const thing = thingOfContract(context.shop.id, contractId);
  return (await orSetAside(context, thing, () => refreshContract(context, contractId))) ?? null;
}

/** The same for many, all different. */
export async function refreshContracts(
  context: ShopContext,
  contractIds: readonly number[],
): Promise<void> {
  const { shop, db, platform, log } = context;
  await readAgain(context, contractIds, thingOfContract, async (some) => {
    const rows = await readInParts(some.map(BigInt), (part) =>
      db.prisma.subscription.findMany({
        where: { shopId: shop.id, platformContractId: { in: part } },
      }),
    );
    const rowsBefore = new Map(rows.map((row) => [Number(row.platformContractId), row]));
    const read = await Promise.all(some.map((contractId) => platform.getContract(contractId)));
    const contracts = read.flatMap((contract) => contract ?? []);
    const unknown = some.filter((_, at) => read[at] === null);
    if (unknown.length > 0) log.info({ unknown }, "the platform knows no such contracts");
    await inBatches(contracts, AT_A_TIME, async (few) => {
      await storeAll(context, few, ({ contractId }) => ({
        rowBefore: rowsBefore.get(contractId) ?? null,
      }));
    });
  });
}

/** What is known about how a contract was read. */
interface Reading {
  /**
   * Our row before the contract was read or changed, null when there was none. The answer to a change of ours may be overtaken by
   * another change within its second.
   */
  rowBefore: Subscription | null;
  /** Of an import: contracts older than it are no news to anybody. */
  importBeganAt?: Date;
  /** What the dates after the next one return to, where its own day does not tell. */
  keeps?: KeptTime | undefined;
  /** Until when a cycle lasts that the store has made longer, however long it is paid for. */
  grantedUntil?: Date | null;
  /** When the platform says that its payment method was renewed. */
  methodRenewedAt?: Date | null;
}

type ReadingOf = (contract: PlatformContract) => Reading;

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
  reading: Reading,
): Promise<Subscription> {
  const [row] = await storeAll(context, [contract], () => reading);
  if (!row) throw new Error("a contract that the platform has shown is not there any more");
  return row;
}

/** Few enough that the store's other work does not wait long. */
const AT_A_TIME = 20;

/**
 * The same for contracts that an import reads, all different: those that are new some in each transaction. One that is known
 * has its own, because what may follow from its change locks more rows of the store.
 */
export async function storeImportedContracts(
  context: ShopContext,
  contracts: readonly PlatformContract[],
  importBeganAt: Date,
): Promise<void> {
  const { db, shop } = context;
  const reading = () => ({ rowBefore: null, importBeganAt });
  const idOf = ({ contractId }: PlatformContract) => BigInt(contractId);
  const rows = await readInParts(contracts.map(idOf), (some) =>
    db.prisma.subscription.findMany({
      where: { shopId: shop.id, platformContractId: { in: some } },
      select: { platformContractId: true },
    }),
  );
  const known = new Set(rows.map(({ platformContractId }) => platformContractId));
  const isKnown = (contract: PlatformContract) => known.has(idOf(contract));
  for (const contract of contracts.filter(isKnown)) await storeAll(context, [contract], reading);
  const fresh = contracts.filter((contract) => !isKnown(contract));
  await inBatches(fresh, AT_A_TIME, async (some) => {
    await storeAll(context, some, reading);
  });
}

async function storeAll(
  context: ShopContext,
  contracts: readonly PlatformContract[],
  readingOf: ReadingOf,
): Promise<(Subscription | null)[]> {
  const seen = await findKnown(context, contracts);
  const stored = await storeSeen(context, seen, readingOf);
  const rows: (Subscription | null)[] = [];
  for (const [at, { contract }] of seen.entries()) {
    rows.push(stored[at] ?? (await refreshContract(context, contract.contractId)));
  }
  return rows;
}

/** In the order of `seen`; null for a contract that has to be read again. */
async function storeSeen(
  context: ShopContext,
  seen: readonly SeenContract[],
  readingOf: ReadingOf,
): Promise<(Subscription | null)[]> {
  try {
    return await context.db.transaction(async (tx) => {
      const all: (Subscription | null)[] = [];
      for (const locked of await lockContractRows(context, tx, seen)) {
        all.push(await storeIfCurrent(context, tx, locked, readingOf(locked.contract)));
      }
      return all;
    });
  } catch (error) {
    if (!(error instanceof StoredMeanwhile)) throw error;
    // By then that row is among those that are known, so this ends.
    return storeSeen(context, seen, readingOf);
  }
}

/** Null when the contract has to be read again. */
async function storeIfCurrent(
  context: ShopContext,
  tx: Queries,
  locked: LockedContract,
  reading: Reading,
): Promise<Subscription | null> {
  const { rowBefore, importBeganAt } = reading;
  const { contract, customer, row: before, isNew } = locked;
  if (before.platformUpdatedAt > contract.updatedAt) return before;
  const fields = contractFieldsOf(context, locked);
  const isTie = before.platformUpdatedAt.getTime() === contract.updatedAt.getTime();
  const mayBeOlder = hasOtherFacts(rowBefore, before);
  if (!isNew && isTie && mayBeOlder && hasOtherFacts(fields, before)) return null;
  const justEnded = !isNew && fields.status === "cancelled" && before.status !== "cancelled";
  const row = isNew ? before : await updateRow(context, tx, before, { contract, fields, reading });
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
}

function updateRow(
  context: ShopContext,
  tx: Queries,
  before: Subscription,
  {
    contract,
    fields,
    reading: { grantedUntil = before.grantedUntil, keeps, methodRenewedAt },
  }: { contract: PlatformContract; fields: ContractFields; reading: Reading },
): Promise<Subscription> {
  const now = context.clock.now();
  const zone = context.shop.ianaTimezone;
  const data = {
    ...fields,
    ...datesAfter({ ...before, grantedUntil }, contract, now, zone),
    grantedUntil,
    paymentMethodChangedAt: methodChangedAt(before, fields, methodRenewedAt ?? null, now),
    ...(keeps && keptFields(keeps, zone)),
    updatedAt: now,
  };
  return tx.subscription.update({
    where: { shopId_id: { shopId: before.shopId, id: before.id } },
    data,
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
  "cardBrand",
  "cardLastDigits",
  "cardExpiresAt",
] as const;

function hasOtherFacts(
  one: Pick<Subscription, (typeof FACTS)[number]> | null,
  other: Subscription,
): boolean {
  return !one || FACTS.some((name) => one[name]?.valueOf() !== other[name]?.valueOf());
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
