import type { LoyaltyReward } from "#app/generated/prisma/client.ts";
import { askBy, askIn } from "#app/lib/ask.ts";
import type { Queries } from "#app/lib/db.ts";
import { inBatches } from "#app/lib/in-batches.ts";
import { insertRows } from "#app/lib/insert-rows.ts";
import { partsOf } from "#app/lib/parts-of.ts";
import { requestJob } from "#app/lib/queue.ts";
import type { ShopContext } from "../../context.ts";
import { recordEvent } from "../../events/record-event.ts";
import { collectPostings, type Postings } from "../../ledger/post-movement.ts";
import { eachOrSetAside } from "../../set-aside/set-aside.ts";
import type { Thing } from "../../set-aside/thing.ts";
import type { CustomerFacts } from "../facts/customer-facts.ts";
import { readCustomerFacts } from "../facts/read-customer-facts.ts";
import { settleLoyaltyJob } from "../loyalty-jobs.ts";
import { type LoyaltyProgramSettings, readLoyaltySettings } from "../program/loyalty-settings.ts";
import { readProgram } from "../read-program.ts";
import { type EarnedPoints, tellOfPoints } from "../tell-customer.ts";
import { isSameTier, writeTier } from "../tiers/write-tier.ts";
import { changeReward, isAsDesired } from "./change-reward.ts";
import {
  countStanding,
  type DesiredReward,
  type Giver,
  type Program,
  type Standing,
} from "./desired-rewards.ts";
import { lockLoyalty } from "./lock-loyalty.ts";
import { type Holdings, readHoldings } from "./read-holdings.ts";
import { insertRewards, type RewardChange } from "./reward-row.ts";

/** Customers whose facts are read together. */
const AT_ONCE = 100;
/** Those who are given something together: so few that the store's ledger is free again soon. */
const TOGETHER = 20;

/**
 * Brings what customers have been given up to what their facts come to: gives what is missing and takes back what
 * is too much, each once. The outcome depends on the facts alone, not on the order or the number of the news. Safe to
 * repeat, and for two at once. A customer of whom it cannot be done is set aside.
 */
export async function settleLoyalty(
  context: ShopContext,
  customerIds: readonly bigint[],
): Promise<void> {
  const program = await readProgram(context);
  if (program.rules.length + program.ladders.length === 0) return;
  const { shop } = context;
  for (const ids of partsOf(customerIds, AT_ONCE)) {
    await eachOrSetAside(
      context,
      ids,
      (customerId) => thingOfMember(shop.id, customerId),
      (some) => settleSome(context, program, some),
    );
  }
}

async function settleSome(
  context: ShopContext,
  program: Program,
  ids: readonly bigint[],
): Promise<void> {
  const { prisma } = context.db;
  const all = await readCustomerFacts(askBy(context.db.pool), context, ids);
  const holdings = await readHoldings(prisma, context, ids);
  const changed = all.filter((facts) => {
    const held = holdings.get(facts.customerId);
    return held && findChanges(context, program, facts, held);
  });
  await inBatches(changed, TOGETHER, (some) =>
    settleCustomers(
      context,
      some.map(({ customerId }) => customerId),
    ),
  );
}

/** A customer whose points and rewards cannot be counted keeps nobody else from theirs. */
function thingOfMember(shopId: bigint, customerId: bigint): Thing {
  const again = requestJob(settleLoyaltyJob, { shopId, customerId });
  return { kind: "member", key: String(customerId), label: null, again };
}

/**
 * One transaction at a time for a customer, with the program and facts that are read after the one before has ended: older ones
 * would undo its work. To who has not heard of a new rule, what it gave would be too much.
 */
async function settleCustomers(context: ShopContext, ids: readonly bigint[]): Promise<void> {
  const { shop, db } = context;
  await db.transaction(async (tx) => {
    await lockLoyalty(tx, shop.id, ids);
    const program = await readProgram(context, tx);
    const all = await readCustomerFacts(askIn(tx), context, ids);
    const holdings = await readHoldings(tx, context, ids);
    const found = all.flatMap((facts) => {
      const held = holdings.get(facts.customerId);
      const changes = held && findChanges(context, program, facts, held);
      return changes ? [{ facts, ...changes }] : [];
    });
    if (found.length === 0) return;
    await tx.$executeRaw`SELECT lock_shop_writes(${shop.id})`;
    const settings = await readLoyaltySettings(tx, shop.id);
    const ledger = collectPostings(tx, context);
    const settled: Settled[] = [];
    for (const one of await withNewRewards(context, tx, found, settings)) {
      settled.push({ ...one, ...(await giveRewards(context, tx, one, { settings, ledger })) });
    }
    await ledger.post();
    const changed = settled.filter(({ isChanged }) => isChanged);
    await tellOfPoints(
      context,
      tx,
      changed.map(({ facts, earned }) => ({ customerId: facts.customerId, earned })),
    );
    await writeProgress(context, tx, changed);
    for (const one of changed) {
      const { customerId } = one.facts;
      if (one.hasTierNews) await writeTier(context, tx, customerId, { program, ...one });
    }
    if (changed.length === 0) return;
    await recordEvent(context, tx, "member.loyalty_changed", {
      customer_ids: changed.map(({ facts }) => String(facts.customerId)),
    });
  });
}

/** Inserts the rewards that nothing can stand in the way of, all together. */
async function withNewRewards(
  context: ShopContext,
  tx: Queries,
  found: readonly Found[],
  settings: LoyaltyProgramSettings,
): Promise<Found[]> {
  const fresh = found.flatMap(({ facts, changes }) =>
    changes.flatMap((change) => {
      const { customerId, row, desired } = change;
      // One that is given to so many customers only may be gone.
      if (row || desired === null || desired.giver.inTotal !== null) return [];
      return [{ change, customerId, desired, by: { facts, settings } }];
    }),
  );
  const rows = await insertRewards(context, tx, fresh);
  const made = new Map(fresh.map(({ change }, at) => [change, rows[at]]));
  return found.map((one) => ({
    ...one,
    changes: one.changes.map((change) => {
      const row = made.get(change);
      return row ? { ...change, made: row } : change;
    }),
  }));
}

async function giveRewards(
  context: ShopContext,
  tx: Queries,
  { facts, changes, isMoved, hasTierNews }: Found,
  by: { settings: LoyaltyProgramSettings; ledger: Postings },
): Promise<Given> {
  const given: Given = { isChanged: isMoved || hasTierNews, earned: [] };
  for (const change of changes) {
    const done = await changeReward(context, tx, change, { facts, ...by });
    if (done) given.isChanged = true;
    if (done?.earned) given.earned.push(done.earned);
  }
  return given;
}

/** A customer of whom something is not as it should be. */
type Found = { facts: CustomerFacts } & NonNullable<ReturnType<typeof findChanges>>;

interface Given {
  /** Anything of the customer's is other than before. */
  isChanged: boolean;
  earned: EarnedPoints[];
}

type Settled = Found & Given;

/** What is not as it should be; null when all is. */
function findChanges(
  { shop, clock }: ShopContext,
  program: Program,
  facts: CustomerFacts,
  { rewards, progress, tierRow }: Holdings,
) {
  const store = { currency: shop.currency, zone: shop.ianaTimezone };
  const standing = countStanding(program, facts, { store, now: clock.now() });
  const changes = changesOf(standing, rewards, facts.customerId);
  const isMoved = !isSameProgress(progress, standing);
  const hasTierNews = program.ladders.length > 0 && !isSameTier(tierRow, standing.tiers);
  if (changes.length === 0 && !isMoved && !hasTierNews) return null;
  return { standing, changes, isMoved, tierRow, hasTierNews };
}

/** What has to be given or taken back, in the order in which it came about. */
function changesOf(
  { rewards }: Standing,
  rows: readonly LoyaltyReward[],
  customerId: bigint,
): RewardChange[] {
  const nameOf = ({ ruleId, tierId }: Pick<Giver, "ruleId" | "tierId">, completion: string) =>
    `${ruleId ?? `tier ${tierId}`}/${completion}`;
  const rowOf = new Map(rows.map((row) => [nameOf(row, row.completion), row]));
  const changes: RewardChange[] = [];
  for (const desired of rewards) {
    const name = nameOf(desired.giver, desired.completion.key);
    const row = rowOf.get(name) ?? null;
    rowOf.delete(name);
    if (!row?.isKept && !isAsDesired(row, desired)) changes.push({ customerId, row, desired });
  }
  for (const row of rowOf.values()) {
    if (!row.isKept && row.given > 0n) changes.push({ customerId, row, desired: null });
  }
  // What is taken back comes first, so that a debt is paid by what is given.
  return changes.sort((one, other) => order(one) - order(other));
}

function order({ desired }: { desired: DesiredReward | null }): number {
  return desired ? desired.completion.at.getTime() : Number.NEGATIVE_INFINITY;
}

function isSameProgress(rows: readonly Shown<bigint>[], { progress }: Standing): boolean {
  const texts = (all: readonly Shown<bigint | number>[]) =>
    all
      .map(({ ruleId, current, required, until }) =>
        [ruleId, current, required, until?.getTime()].join(" "),
      )
      .sort();
  return texts(rows).join() === texts(progress).join();
}

interface Shown<N> {
  ruleId: bigint;
  current: N;
  required: N;
  until: Date | null;
}

async function writeProgress(
  { shop }: ShopContext,
  tx: Queries,
  found: readonly Found[],
): Promise<void> {
  const moved = found.filter(({ isMoved }) => isMoved);
  if (moved.length === 0) return;
  const customerId = { in: moved.map(({ facts }) => facts.customerId) };
  await tx.loyaltyProgress.deleteMany({ where: { shopId: shop.id, customerId } });
  await insertRows(
    tx,
    "LoyaltyProgress",
    moved.flatMap(({ facts, standing }) =>
      standing.progress.map(({ ruleId, current, required, until }) => ({
        ...{ shopId: shop.id, customerId: facts.customerId, ruleId, until },
        current: BigInt(current),
        required: BigInt(required),
      })),
    ),
  );
}
