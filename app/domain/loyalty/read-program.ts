import type { Queries } from "#app/lib/db.ts";
import type { ShopContext } from "../context.ts";
import { readCountableRules } from "./rules/read-rules.ts";
import type { Program } from "./settle/desired-rewards.ts";
import { readLadders } from "./tiers/read-ladders.ts";

/** The store's rules and tiers, in all their versions. */
export async function readProgram(
  context: Pick<ShopContext, "db" | "shop">,
  queries: Queries = context.db.prisma,
): Promise<Program> {
  const rules = await readCountableRules(context, queries);
  return { rules, ladders: await readLadders(queries, context.shop.id) };
}
