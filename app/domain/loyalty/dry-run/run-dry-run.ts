import type { LoyaltyDryRun } from "#app/generated/prisma/client.ts";
import { endOfDate } from "#app/lib/calendar-date.ts";
import { idsAfter } from "#app/lib/one-way.ts";
import type { ShopContext } from "../../context.ts";
import { describeFailure } from "../../describe-failure.ts";
import { readCollections } from "../collections/read-collections.ts";
import { readCustomerFacts } from "../facts/read-customer-facts.ts";
import { readProgram } from "../read-program.ts";
import type { CountableRule } from "../rules/count-rule.ts";
import type { RuleInput } from "../rules/rule-input.ts";
import { type RuleSettings, ruleTypeOf } from "../rules/rule-types.ts";
import type { Program } from "../settle/desired-rewards.ts";
import { readTags, tagsOf } from "../triggers/read-tags.ts";
import { type DryRunTally, TRIED_ID, tallyDryRun } from "./dry-run-figures.ts";

/** Customers whose facts are in memory together. */
const PAGE = 250;

/**
 * Counts a rule over the store's past, a page of customers at a time, in the order of their ids. Each page is added once: a run that
 * was cut off goes on after the last one, and one of two that run at once stops. Reads orders by index, of the customers of
 * the page and of the run's twelve months. Gives nothing to anybody: it writes its own figures, and what the
 * platform says of the tags and collections that the rule names.
 */
export async function runDryRun(context: ShopContext, runId: bigint): Promise<void> {
  const { db, shop } = context;
  const where = { shopId_id: { shopId: shop.id, id: runId } };
  const run = await db.prisma.loyaltyDryRun.findUnique({ where });
  if (run?.state !== "running") return;
  try {
    const tried = run.input as unknown as RuleInput;
    await readTags(context, tagsOf(tried));
    await readCollections(context, tried.conditions.collection_ids ?? []);
    const program = await programOf(context, run);
    let next: Place | null = {
      afterId: run.afterId,
      tally: { month: run.month, year: run.year } as unknown as DryRunTally,
    };
    while (next !== null) next = await countPage(context, run, program, next);
  } catch (error) {
    await db.prisma.loyaltyDryRun.updateMany({
      where: { shopId: shop.id, id: runId },
      data: { reason: describeFailure(error) },
    });
    throw error;
  }
}

/** How far a run is: the customer it counted last, and what it has come to. */
interface Place {
  afterId: bigint;
  tally: DryRunTally;
}

/** @returns the place after the page; null after the last one, and when the run was removed or another worker is ahead. */
async function countPage(
  context: ShopContext,
  run: LoyaltyDryRun,
  program: Program,
  { afterId, tally: before }: Place,
): Promise<Place | null> {
  const { db, shop } = context;
  const customers = await db.prisma.customer.findMany({
    where: { shopId: shop.id, id: idsAfter(afterId), mergedIntoId: null },
    orderBy: { id: "asc" },
    take: PAGE,
    select: { id: true },
  });
  const ids = customers.map(({ id }) => id);
  const hearsOrders = program.rules.some(({ type }) => ruleTypeOf(type).hears.includes("order"));
  const facts = await readCustomerFacts(db.prisma, context, ids, {
    ordersFrom: hearsOrders ? run.fromAt : run.toAt,
  });
  const tally = tallyDryRun(before, program, facts, {
    store: { currency: shop.currency, zone: shop.ianaTimezone },
    ...{ monthAt: run.monthAt, now: run.toAt },
  });
  const last = ids.at(-1);
  const isLast = last === undefined || ids.length < PAGE;
  const { count } = await db.prisma.loyaltyDryRun.updateMany({
    where: { shopId: shop.id, id: run.id, state: "running", afterId },
    data: {
      ...{ afterId: last ?? afterId, seenCount: { increment: ids.length }, reason: null },
      ...(isLast ? { state: "done" } : {}),
      month: { ...tally.month },
      year: { ...tally.year },
    },
  });
  return count === 0 || isLast ? null : { afterId: last, tally };
}

/** The rule alone; with the store's other rules and its tiers where tiers multiply points or decide who is meant. */
async function programOf(context: ShopContext, run: LoyaltyDryRun): Promise<Program> {
  const tried = ruleOf(context, run);
  const { rules, ladders } = await readProgram(context);
  return ladders.length === 0 ? { rules: [tried], ladders } : { rules: [...rules, tried], ladders };
}

/** The rule as if it had begun, switched on, where the run begins. */
function ruleOf({ shop }: ShopContext, run: LoyaltyDryRun): CountableRule {
  const input = run.input as unknown as RuleInput;
  return {
    ...{ id: TRIED_ID, type: input.type, name: input.name },
    versions: [
      {
        ...{ version: 1, since: run.fromAt, isActive: true, startsAt: run.fromAt },
        settings: input.settings as RuleSettings,
        ...{ conditions: input.conditions, reward: input.reward, limits: input.limits },
        endsAt: input.endDate === null ? null : endOfDate(input.endDate, shop.ianaTimezone),
      },
    ],
  };
}
