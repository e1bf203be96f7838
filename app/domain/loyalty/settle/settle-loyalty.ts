import type { LoyaltyReward } from "#app/generated/prisma/client.ts";
import type { Queries } from "#app/lib/db.ts";
import type { ShopContext } from "../../context.ts";
import type { CustomerFacts } from "../facts/customer-facts.ts";
import { readCustomerFacts } from "../facts/read-customer-facts.ts";
import type { CountableRule } from "../rules/count-rule.ts";
import { readCountableRules } from "../rules/read-rules.ts";
import { changeReward, isAsDesired, type RewardChange, Superseded } from "./change-reward.ts";
import { countStanding, type DesiredReward, type Standing } from "./desired-rewards.ts";

/** Customers whose facts are read together. */
const AT_ONCE = 100;
/** Somebody else may settle the same customer meanwhile. */
const TRIES = 5;

/**
 * Brings what customers have been given up to what their facts come to: gives what is missing and takes back what
 * is too much, each once. The outcome depends on the facts alone, not on the order or the number of the news. Safe to
 * repeat, and for two at once.
 */
export async function settleLoyalty(
  context: ShopContext,
  customerIds: readonly bigint[],
): Promise<void> {
  const rules = await readCountableRules(context);
  if (rules.length === 0) return;
  for (let at = 0; at < customerIds.length; at += AT_ONCE) {
    const ids = customerIds.slice(at, at + AT_ONCE);
    for (const facts of await readCustomerFacts(context, ids)) {
      await settleCustomer(context, rules, facts);
    }
  }
}

async function settleCustomer(
  context: ShopContext,
  rules: readonly CountableRule[],
  known: CustomerFacts,
): Promise<void> {
  let facts = known;
  for (let tries = 1; ; tries += 1) {
    try {
      await settleOnce(context, rules, facts);
      return;
    } catch (error) {
      if (!(error instanceof Superseded) || tries === TRIES) throw error;
      const [again] = await readCustomerFacts(context, [known.customerId]);
      if (again) facts = again;
    }
  }
}

async function settleOnce(
  context: ShopContext,
  rules: readonly CountableRule[],
  facts: CustomerFacts,
): Promise<void> {
  const { shop, db, clock } = context;
  const { customerId } = facts;
  const store = { currency: shop.currency, zone: shop.ianaTimezone };
  const standing = countStanding(rules, facts, { store, now: clock.now() });
  const rows = await db.prisma.loyaltyReward.findMany({
    where: { shopId: shop.id, customerId },
    orderBy: { id: "asc" },
  });
  const changes = changesOf(standing, rows, customerId);
  const isMoved = await isProgressMoved(context, customerId, standing);
  if (changes.length === 0 && !isMoved) return;
  await db.transaction(async (tx) => {
    await tx.$executeRaw`SELECT lock_shop_writes(${shop.id})`;
    for (const change of changes) await changeReward(context, tx, change, facts);
    if (isMoved) await writeProgress(context, tx, customerId, standing);
  });
}

/** What has to be given or taken back, in the order in which it came about. */
function changesOf(
  { rewards }: Standing,
  rows: readonly LoyaltyReward[],
  customerId: bigint,
): RewardChange[] {
  const nameOf = (ruleId: bigint, completion: string) => `${ruleId}/${completion}`;
  const rowOf = new Map(rows.map((row) => [nameOf(row.ruleId, row.completion), row]));
  const changes: RewardChange[] = [];
  for (const desired of rewards) {
    const name = nameOf(desired.rule.id, desired.completion.key);
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

async function isProgressMoved(
  { db, shop }: ShopContext,
  customerId: bigint,
  { progress }: Standing,
): Promise<boolean> {
  const rows = await db.prisma.loyaltyProgress.findMany({ where: { shopId: shop.id, customerId } });
  const shown = rows.map(({ ruleId, current, required }) => `${ruleId} ${current} ${required}`);
  const wanted = progress.map(
    ({ ruleId, current, required }) => `${ruleId} ${current} ${required}`,
  );
  return shown.sort().join() !== wanted.sort().join();
}

async function writeProgress(
  { shop }: ShopContext,
  tx: Queries,
  customerId: bigint,
  { progress }: Standing,
): Promise<void> {
  await tx.loyaltyProgress.deleteMany({ where: { shopId: shop.id, customerId } });
  await tx.loyaltyProgress.createMany({
    data: progress.map(({ ruleId, current, required }) => ({
      ...{ shopId: shop.id, customerId, ruleId },
      current: BigInt(current),
      required: BigInt(required),
    })),
  });
}
