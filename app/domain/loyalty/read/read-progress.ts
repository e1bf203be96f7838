import type { ShopContext } from "../../context.ts";
import { readCustomerFacts } from "../facts/read-customer-facts.ts";
import { countRule } from "../rules/count-rule.ts";
import { readCountableRules } from "../rules/read-rules.ts";
import type { Progress } from "../rules/rule-type-module.ts";

/** How far a customer is with one rule as of now; null where the rule has no notion of progress. */
export async function readProgress(
  context: Pick<ShopContext, "db" | "shop" | "clock">,
  customerId: bigint,
  ruleId: bigint,
): Promise<Progress | null> {
  const { shop, clock } = context;
  const rules = await readCountableRules(context);
  const rule = rules.find(({ id }) => id === ruleId);
  const [facts] = await readCustomerFacts(context.db.prisma, context, [customerId]);
  if (!rule || !facts) return null;
  const store = { currency: shop.currency, zone: shop.ianaTimezone };
  return countRule(rule, facts, { store, now: clock.now() }).progress;
}
