import type { Prisma } from "#app/generated/prisma/client.ts";
import { isUniqueViolation } from "#app/lib/db.ts";
import { recordActivity } from "../../activity/record-activity.ts";
import type { ShopContext } from "../../context.ts";
import { nextVersion, type StaleEdit } from "../../edit-version.ts";
import { planRecount } from "../settle/plan-recount.ts";
import type { Ladder } from "./ladder.ts";
import { parseLadder, withIds } from "./ladder-input.ts";
import { readLadders } from "./read-ladders.ts";

/**
 * Changes the store's tiers, all at once, from now on. Nobody loses a tier by a higher threshold before its review.
 *
 * @param edit.version of the tiers that the editor was opened with, 0 where there were none; when they have changed since,
 *   nothing is saved and the outcome is `stale`.
 * @throws AppError invalid_input, as {@link parseLadder} says.
 */
export async function saveLadder(
  context: ShopContext,
  edit: { version: number; input: unknown },
): Promise<{ outcome: "saved"; ladder: Ladder } | StaleEdit> {
  const { db, shop, clock } = context;
  const { basis, tiers: given } = parseLadder(edit.input);
  try {
    return await db.transaction(async (tx) => {
      const before = await readLadders(tx, shop.id);
      const latest = before.at(-1);
      if ((latest?.version ?? 0) !== edit.version) return { outcome: "stale" };
      const version = edit.version + 1;
      const since = latest ? nextVersion(latest.since, clock.now()) : clock.now();
      const ladder: Ladder = { version, since, basis, tiers: withIds(given, before) };
      await tx.loyaltyLadder.create({
        data: {
          ...{ shopId: shop.id, version, since, basis },
          tiers: ladder.tiers as unknown as Prisma.InputJsonValue,
        },
      });
      await planRecount(context, tx, { cause: "tiers", version });
      await recordActivity(context, tx, {
        kind: "loyalty_tiers.saved",
        message:
          given.length === 0
            ? "The loyalty tiers were removed."
            : `The loyalty tiers were changed: ${given.map(({ name }) => name).join(", ")}.`,
        details: { version },
      });
      return { outcome: "saved", ladder };
    });
  } catch (error) {
    // Another save has taken the next version in the same moment.
    if (isUniqueViolation(error)) return { outcome: "stale" };
    throw error;
  }
}
