import type { ShopContext } from "../../context.ts";
import { listPointRewards } from "../point-rewards/list-point-rewards.ts";
import { listRules } from "../read/list-rules.ts";
import { RULE_STATUS } from "../rules/read-rules.ts";
import { readLadders } from "../tiers/read-ladders.ts";
import { publishedOffers, publishedProgram, publishedRule } from "./published-program.ts";

/**
 * Writes what the loyalty blocks are rendered with: the active rules in the merchant's order, the tiers, and what points can be
 * redeemed for. Safe to repeat.
 */
export async function publishLoyaltyRules(context: ShopContext): Promise<void> {
  const { shop } = context;
  const rules = await listRules(context, { type: null, status: RULE_STATUS.active });
  const ladder = (await readLadders(context.db.prisma, shop.id)).at(-1);
  const described = await Promise.all(rules.map((rule) => publishedRule(context, rule)));
  const program = publishedProgram(shop.currency, ladder?.tiers ?? [], described);
  await context.platform.publishShopData("loyalty", "rules", program);
  const offers = publishedOffers(shop.currency, ladder, await listPointRewards(context));
  await context.platform.publishShopData("loyalty", "offers", offers);
}
