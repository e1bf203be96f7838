import { askBy } from "#app/lib/ask.ts";
import type { ShopContext } from "../../context.ts";
import { readCustomerFacts } from "../facts/read-customer-facts.ts";
import { readProgram } from "../read-program.ts";
import type { Progress } from "../rules/rule-type-module.ts";
import { countStanding } from "../settle/desired-rewards.ts";

/** How far a customer is with one rule as of now; null where the rule has no notion of progress. */
export async function readProgress(
  context: Pick<ShopContext, "db" | "shop" | "clock">,
  customerId: bigint,
  ruleId: bigint,
): Promise<Progress | null> {
  const { db, shop, clock } = context;
  const program = await readProgram(context);
  const [facts] = await readCustomerFacts(askBy(db.pool), context, [customerId]);
  if (!facts) return null;
  const store = { currency: shop.currency, zone: shop.ianaTimezone };
  const { progress } = countStanding(program, facts, { store, now: clock.now() });
  return progress.find((one) => one.ruleId === ruleId) ?? null;
}
