import { z } from "zod";
import type { Queries } from "#app/lib/db.ts";
import { invalidInput } from "#app/lib/invalid-input.ts";
import { recordActivity } from "../../activity/record-activity.ts";
import type { ShopContext } from "../../context.ts";
import { nextVersion, type StaleEdit } from "../../edit-version.ts";

/** What is the same for all rules of a store. */
export interface LoyaltyProgramSettings {
  /** So many days after an order was placed its points can be spent. */
  returnDays: number;
  /** So many months after they could be spent points expire; null never. */
  expiryMonths: number | null;
}

/** Where the store has said nothing else. */
const USUAL_RETURN_DAYS = 14;

/** The version of settings that were never saved. */
const NEVER_SAVED = "new";

const schema = z.object({
  returnDays: z.number().int().min(0).max(365),
  expiryMonths: z.number().int().min(1).max(120).nullable(),
});

/** @returns with the version that an editor sends back. */
export async function readLoyaltySettings(
  queries: Queries,
  shopId: bigint,
): Promise<LoyaltyProgramSettings & { version: string }> {
  const row = await queries.loyaltySettings.findUnique({ where: { shopId } });
  return {
    returnDays: row?.returnDays ?? USUAL_RETURN_DAYS,
    expiryMonths: row?.expiryMonths ?? null,
    version: row?.updatedAt.toISOString() ?? NEVER_SAVED,
  };
}

/**
 * Changes the settings. Points that were given before keep the days that they were given with.
 *
 * @param edit.version the version the form was opened with; when it has changed since, nothing is saved.
 * @throws AppError invalid_input.
 */
export async function saveLoyaltySettings(
  context: ShopContext,
  edit: { version: string; input: unknown },
): Promise<{ outcome: "saved" } | StaleEdit> {
  const parsed = schema.safeParse(edit.input);
  if (!parsed.success) throw invalidInput(parsed.error);
  const { shop, clock, db } = context;
  return db.transaction(async (tx) => {
    // One at a time, also while there is no row to lock.
    await tx.$executeRaw`SELECT lock_shop_writes(${shop.id})`;
    const before = await tx.loyaltySettings.findUnique({ where: { shopId: shop.id } });
    const version = before ? before.updatedAt.toISOString() : NEVER_SAVED;
    if (version !== edit.version) return { outcome: "stale" };
    const updatedAt = before ? nextVersion(before.updatedAt, clock.now()) : clock.now();
    const data = { ...parsed.data, updatedAt };
    await tx.loyaltySettings.upsert({
      where: { shopId: shop.id },
      create: { shopId: shop.id, ...data },
      update: data,
    });
    await recordActivity(context, tx, {
      kind: "loyalty_settings.saved",
      message: "The settings of the loyalty program were changed.",
      details: { ...parsed.data },
    });
    return { outcome: "saved" };
  });
}
