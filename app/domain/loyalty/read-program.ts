import type { ShopContext } from "../context.ts";
import { readCountableRules } from "./rules/read-rules.ts";
import type { Program } from "./settle/desired-rewards.ts";
import { readLadders } from "./tiers/read-ladders.ts";

/** The store's rules and tiers, in all their versions. */
export async function readProgram(context: Pick<ShopContext, "db" | "shop">): Promise<Program> {
  const [rules, ladders] = await Promise.all([
    readCountableRules(context),
    readLadders(context.db.prisma, context.shop.id),
  ]);
  return { rules, ladders };
}
