import type { LoyaltyDryRun } from "#app/generated/prisma/client.ts";
import { endOfDate } from "#app/lib/calendar-date.ts";
import type { ShopContext } from "../../context.ts";
import { describeFailure } from "../../describe-failure.ts";
import { readCollections } from "../collections/read-collections.ts";
import { type FactsPage, pagesOfFacts } from "../facts/pages-of-facts.ts";
import { readProgram } from "../read-program.ts";
import type { CountableRule } from "../rules/count-rule.ts";
import type { RuleInput } from "../rules/rule-input.ts";
import { type RuleSettings, ruleTypeOf } from "../rules/rule-types.ts";
import type { Program } from "../settle/desired-rewards.ts";
import { readTags, tagsOf } from "../triggers/read-tags.ts";
import { type DryRunTally, TRIED_ID, tallyDryRun } from "./dry-run-figures.ts";

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
    const hearsOrders = program.rules.some(({ type }) => ruleTypeOf(type).hears.includes("order"));
    const ordersFrom = hearsOrders ? run.fromAt : run.toAt;
    let tally = { month: run.month, year: run.year } as unknown as DryRunTally;
    for await (const page of pagesOfFacts(context, run.afterId, { ordersFrom })) {
      tally = tallyDryRun(tally, program, page.customers, {
        store: { currency: shop.currency, zone: shop.ianaTimezone },
        ...{ monthAt: run.monthAt, now: run.toAt },
      });
      if (!(await addPage(context, run, page, tally))) return;
    }
  } catch (error) {
    await db.prisma.loyaltyDryRun.updateMany({
      where: { shopId: shop.id, id: runId },
      data: { reason: describeFailure(error) },
    });
    throw error;
  }
}

/** @returns false when the run was removed, or another worker is ahead. */
async function addPage(
  { db, shop }: ShopContext,
  run: LoyaltyDryRun,
  { afterId, lastId, customers, isLast }: FactsPage,
  tally: DryRunTally,
): Promise<boolean> {
  const { count } = await db.prisma.loyaltyDryRun.updateMany({
    where: { shopId: shop.id, id: run.id, state: "running", afterId },
    data: {
      ...{ afterId: lastId, seenCount: { increment: customers.length }, reason: null },
      ...(isLast ? { state: "done" } : {}),
      month: { ...tally.month },
      year: { ...tally.year },
    },
  });
  return count > 0;
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
