import { z } from "zod";
import type { Prisma } from "#app/generated/prisma/client.ts";
import { wrongField } from "#app/lib/app-error.ts";
import { isUniqueViolation } from "#app/lib/db.ts";
import { invalidInput } from "#app/lib/invalid-input.ts";
import { storableText } from "#app/lib/storable-text.ts";
import { recordActivity } from "../../activity/record-activity.ts";
import type { ShopContext } from "../../context.ts";
import { nextVersion, type StaleEdit } from "../../edit-version.ts";
import { rewardOutsideContracts } from "../rewards/reward-types.ts";
import { planRecount } from "../settle/plan-recount.ts";
import { type Ladder, TIER_BASES, type Tier } from "./ladder.ts";
import { readLadders } from "./read-ladders.ts";

const tierSchema = z.strictObject({
  /** Null for a new one. */
  id: z.int().min(1).nullable(),
  name: z
    .string()
    .overwrite(storableText)
    .min(1, "Give the tier a name.")
    .max(40, "A name has at most 40 characters."),
  threshold: z
    .int("Must be a whole number.")
    .min(1, "Must be at least 1.")
    .max(1_000_000_000, "Must be at most 1000000000."),
  multiplier: z
    .int("Must have at most two decimals.")
    .min(100, "Must be at least 1.")
    .max(1_000, "Must be at most 10."),
  perks: z
    .string()
    .overwrite(storableText)
    .max(1_000, "Perks have at most 1000 characters.")
    .default(""),
  entryReward: rewardOutsideContracts.nullable().default(null),
});

const schema = z.strictObject({
  basis: z.enum(TIER_BASES),
  tiers: z.array(tierSchema).max(10, "A store has at most 10 tiers."),
});

/**
 * Changes the store's tiers, all at once, from now on. Nobody loses a tier by a higher threshold before its review.
 *
 * @param edit.version of the tiers that the editor was opened with, 0 where there were none; when they have changed since,
 *   nothing is saved and the outcome is `stale`.
 * @throws AppError invalid_input; `fields` by the names of a tier's fields.
 */
export async function saveLadder(
  context: ShopContext,
  edit: { version: number; input: unknown },
): Promise<{ outcome: "saved"; ladder: Ladder } | StaleEdit> {
  const { db, shop, clock } = context;
  const { basis, tiers: given } = parse(edit.input);
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

function parse(given: unknown): z.infer<typeof schema> {
  const parsed = schema.safeParse(given);
  if (!parsed.success) throw invalidInput(parsed.error);
  const { tiers } = parsed.data;
  const names = new Set(tiers.map(({ name }) => name.toLowerCase()));
  if (names.size < tiers.length) throw wrongField("name", "Another tier has this name.");
  for (const [at, { threshold }] of tiers.entries()) {
    const below = tiers[at - 1];
    if (below && threshold <= below.threshold) {
      throw wrongField("threshold", `Must be more than that of ${below.name}.`);
    }
  }
  return parsed.data;
}

/** A new tier gets a number that none has had before. */
function withIds(
  given: z.infer<typeof schema>["tiers"],
  before: readonly Ladder[],
): readonly Tier[] {
  const known = new Set(before.flatMap(({ tiers }) => tiers.map(({ id }) => id)));
  let last = Math.max(0, ...known);
  const taken = new Set<number>();
  return given.map(({ id, ...tier }) => {
    if (id !== null && (!known.has(id) || taken.has(id))) {
      throw wrongField("id", "There is no such tier. Leave the id out for a new one.");
    }
    if (id === null) last += 1;
    const number = id ?? last;
    taken.add(number);
    return { ...tier, id: number };
  });
}
