import { z } from "zod";
import { wrongField } from "#app/lib/app-error.ts";
import { invalidInput } from "#app/lib/invalid-input.ts";
import { lineText } from "#app/lib/line-text.ts";
import { nameKey } from "#app/lib/name-key.ts";
import { storableText } from "#app/lib/storable-text.ts";
import { rewardOutsideContracts } from "../rewards/reward-types.ts";
import { type Ladder, TIER_BASES, type Tier } from "./ladder.ts";

const tierSchema = z.strictObject({
  /** Null for a new one. */
  id: z.int().min(1).nullable(),
  name: z
    .string()
    .overwrite(lineText)
    .min(1, "Give the tier a name.")
    .max(40, "A name has at most 40 characters."),
  threshold: z
    .int("Must be a whole number.")
    .min(1, "Must be more than 0.")
    .max(1_000_000_000, "This is too high."),
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

/** Tiers as an editor sends them, checked. */
export type LadderInput = z.infer<typeof schema>;

/**
 * Checks what the editor of the tiers sent.
 *
 * @throws AppError invalid_input; `fields` by the place of the tier and the name of its field, `tiers.0.threshold`; those of an
 *   entry reward by their own, `tiers.0.credit_amount`.
 */
export function parseLadder(given: unknown): LadderInput {
  const parsed = schema.safeParse(given);
  if (!parsed.success) throw invalidInput(parsed.error, fieldOf);
  const { tiers } = parsed.data;
  const names = new Set<string>();
  for (const [at, { name, threshold }] of tiers.entries()) {
    if (names.has(nameKey(name))) {
      throw wrongField(`tiers.${at}.name`, "Another tier has this name.");
    }
    names.add(nameKey(name));
    const below = tiers[at - 1];
    if (below && threshold <= below.threshold) {
      throw wrongField(`tiers.${at}.threshold`, `Must be more than that of ${below.name}.`);
    }
  }
  return parsed.data;
}

function fieldOf(path: readonly PropertyKey[]): string {
  const name = String(path.findLast((part) => typeof part === "string") ?? "form");
  const [first, place] = path;
  return first === "tiers" && typeof place === "number" ? `tiers.${place}.${name}` : name;
}

/**
 * The tiers with their numbers: a new one gets a number that none has had before.
 *
 * @throws AppError invalid_input where an id is none of a tier that was.
 */
export function withIds(given: LadderInput["tiers"], before: readonly Ladder[]): readonly Tier[] {
  const known = new Set(before.flatMap(({ tiers }) => tiers.map(({ id }) => id)));
  let last = Math.max(0, ...known);
  const taken = new Set<number>();
  return given.map(({ id, ...tier }, at) => {
    if (id !== null && (!known.has(id) || taken.has(id))) {
      const message = "There is no such tier. Leave the id out for a new one.";
      throw wrongField(`tiers.${at}.id`, message);
    }
    if (id === null) last += 1;
    const number = id ?? last;
    taken.add(number);
    return { ...tier, id: number };
  });
}
