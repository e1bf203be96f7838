import { isDeepStrictEqual } from "node:util";
import type { Customer, Subscription } from "#app/generated/prisma/client.ts";
import { allAtOnce } from "#app/lib/all-at-once.ts";
import type { Queries } from "#app/lib/db.ts";
import { FEW_VALUES, readInParts } from "#app/lib/one-way.ts";
import { addJob } from "#app/lib/queue.ts";
import { shareWork } from "#app/lib/share-work.ts";
import { type RowUpdate, updateRows } from "#app/lib/update-rows.ts";
import type { PlatformContract } from "#app/platform/platform-contract.ts";
import { recordActivity } from "../activity/record-activity.ts";
import type { KeptTime } from "../billing/dates/kept-time.ts";
import type { ShopContext, StoredContract } from "../context.ts";
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
  const { platform } = context;
  const rowBefore = await readRow(context, contractId);
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
  await readAgain(context, contractIds, thingOfContract, (some) =>
    allAtOnce(some, (contractId) => refreshContract(context, contractId)),
  );
}

/** Rows as they are before their contracts are read, by a statement for all that are asked for at about the same time. */
const readRow = shareWork({
  most: FEW_VALUES,
  work: async ({ db, shop }: ShopContext, contractIds: readonly number[]) => {
    const platformContractId = { in: contractIds.map(BigInt) };
    const rows = await db.prisma.subscription.findMany({
      where: { shopId: shop.id, platformContractId },
    });
    const byNumber = new Map(rows.map((row) => [Number(row.platformContractId), row]));
    return contractIds.map((contractId) => byNumber.get(contractId) ?? null);
  },
});

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

interface ReadContract {
  contract: PlatformContract;
  reading: Reading;
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
  reading: Reading,
): Promise<Subscription> {
  const row =
    (await storeTogether(context, { contract, reading })) ??
    (await refreshContract(context, contract.contractId));
  if (!row) throw new Error("a contract that the platform has shown is not there any more");
  return row;
}

/** Few enough that the store's other work does not wait long. */
const AT_A_TIME = 20;

/** Those that one process stores at about the same time share a transaction. Null for one that has to be read again. */
const storeTogether = shareWork({
  most: AT_A_TIME,
  keyOf: ({ contract }: ReadContract) => String(contract.contractId),
  work: (context: ShopContext, some: readonly ReadContract[]) => storeAll(context, some),
});

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
  const reading = { rowBefore: null, importBeganAt };
  const idOf = ({ contractId }: PlatformContract) => BigInt(contractId);
  const rows = await readInParts(contracts.map(idOf), (some) =>
    db.prisma.subscription.findMany({
      where: { shopId: shop.id, platformContractId: { in: some } },
      select: { platformContractId: true },
    }),
  );
  const known = new Set(rows.map(({ platformContractId }) => platformContractId));
  const isKnown = (contract: PlatformContract) => known.has(idOf(contract));
  for (const contract of contracts.filter(isKnown)) await storeContract(context, contract, reading);
  const fresh = contracts.filter((contract) => !isKnown(contract));
  await allAtOnce(fresh, (contract) => storeContract(context, contract, reading));
}

/** In their order; null for a contract that has to be read again. */
async function storeAll(
  context: ShopContext,
  read: readonly ReadContract[],
): Promise<(Subscription | null)[]> {
  const seen = await findKnown(
    context,
    read.map(({ contract }) => contract),
  );
  const readings = read.map(({ reading }) => reading);
  return storeSeen(context, seen, readings);
}

async function storeSeen(
  context: ShopContext,
  seen: readonly SeenContract[],
  readings: readonly Reading[],
): Promise<(Subscription | null)[]> {
  try {
    return await context.db.transaction(async (tx) => {
      const all = await lockContractRows(context, tx, seen);
      const outcomes = all.map((one, at) => bringUp(context, one, readings[at] as Reading));
      const stored = outcomes.filter((one) => typeof one !== "string");
      await updateRows(
        tx,
        "Subscription",
        stored.flatMap(({ update }) => update ?? []),
      );
      await follow(context, tx, stored);
      return outcomes.map((one, at) => rowAfter(one, all[at] as LockedContract));
    });
  } catch (error) {
    if (!(error instanceof StoredMeanwhile)) throw error;
    // By then that row is among those that are known, so this ends.
    return storeSeen(context, seen, readings);
  }
}

/** A contract whose row is up to it. */
interface Stored extends StoredContract, Pick<LockedContract, "customer"> {
  /** Null for one that came into being. */
  before: Subscription | null;
  /** What is written into its row; null for nothing. */
  update: RowUpdate<"Subscription"> | null;
  reading: Reading;
}

/** What became of a contract that was read: older news than the row has, or perhaps older, of the same second. */
type Outcome = Stored | "older" | "unclear";

function rowAfter(outcome: Outcome, { row }: LockedContract): Subscription | null {
  if (outcome === "older") return row;
  return outcome === "unclear" ? null : outcome.subscription;
}

/** What a contract makes of its row. Whoever asks writes it. */
function bringUp(context: ShopContext, locked: LockedContract, reading: Reading): Outcome {
  const { contract, customer, row, isNew } = locked;
  if (row.platformUpdatedAt > contract.updatedAt) return "older";
  const of = { contract, customer, reading };
  if (isNew) return { ...of, subscription: row, before: null, update: null };
  const fields = contractFieldsOf(context, locked);
  const isTie = row.platformUpdatedAt.getTime() === contract.updatedAt.getTime();
  const mayBeOlder = hasOtherFacts(reading.rowBefore, row);
  if (isTie && mayBeOlder && hasOtherFacts(fields, row)) return "unclear";
  const values = valuesAfter(context, row, { contract, fields, reading });
  if (!values) return { ...of, subscription: row, before: row, update: null };
  const { shopId, id } = row;
  const update = { shopId, id, ...values };
  return { ...of, subscription: { ...row, ...values } as Subscription, before: row, update };
}

/** The new values of a row's fields; null where none is new. */
function valuesAfter(
  context: ShopContext,
  before: Subscription,
  {
    contract,
    fields,
    reading: { grantedUntil = before.grantedUntil, keeps, methodRenewedAt },
  }: { contract: PlatformContract; fields: ContractFields; reading: Reading },
) {
  const now = context.clock.now();
  const zone = context.shop.ianaTimezone;
  const data = {
    ...fields,
    ...datesAfter({ ...before, grantedUntil }, contract, now, zone),
    grantedUntil,
    paymentMethodChangedAt: methodChangedAt(before, fields, methodRenewedAt ?? null, now),
    ...(keeps && keptFields(keeps, zone)),
  };
  // What was read once more, because somebody else had asked for it too, mostly says nothing new.
  if (isDeepStrictEqual({ ...before, ...data }, before)) return null;
  return { ...data, updatedAt: now };
}

/** Has everybody who follows contracts do so, in the transaction that has stored them. */
async function follow(context: ShopContext, tx: Queries, stored: readonly Stored[]): Promise<void> {
  if (stored.length === 0) return;
  for (const follower of context.subscriptionFollowers) {
    await follower.onStored?.(context, tx, stored);
  }
  const changes = stored.map((one) => ({
    before: one.before,
    after: one.subscription,
    isNews: isNews(one),
  }));
  for (const one of stored) await recordChange(context, tx, one);
  for (const follower of context.subscriptionFollowers) {
    await follower.onRecorded?.(context, tx, changes);
  }
  for (const { customer } of stored) if (customer) await announce(tx, customer);
}

/** A contract from before an import that brings it is no news to anybody. */
function isNews({ before, contract, reading: { importBeganAt } }: Stored): boolean {
  return before !== null || !importBeganAt || contract.createdAt >= importBeganAt;
}

async function recordChange(context: ShopContext, tx: Queries, stored: Stored): Promise<void> {
  const { subscription: row, contract, before } = stored;
  if (before) {
    await recordPauseChange(context, tx, before, row);
    const justEnded = row.status === "cancelled" && before.status !== "cancelled";
    if (justEnded) await followCancellation(context, tx, row);
  }
  await recordSubscriptionEvent(context, tx, before, row, isNews(stored));
  const { shopId } = row;
  await countChange(tx, { shopId, list: "subscriptions" }, before, row);
  // One that came into being was nobody else's before.
  const owner = (before ?? row).customerId;
  const { customerId: platformCustomerId } = contract;
  await suspectMerge(tx, shopId, { before: owner, after: row.customerId, platformCustomerId });
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
