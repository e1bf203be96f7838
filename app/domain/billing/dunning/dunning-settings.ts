import { z } from "zod";
import type { Queries } from "#app/lib/db.ts";

/** What happens to a subscription when nothing is left to try: `skip` gives up the one charge. */
const finalAction = z.enum(["pause", "cancel", "skip"]);

export type FinalAction = z.infer<typeof finalAction>;

/** Days after the first attempt that failed so. With that attempt they stay within what one payment method may be charged. */
const retryDays = z
  .array(
    z
      .number("Write whole numbers of days, for example 2, 4, 7.")
      .int("Write whole numbers of days, for example 2, 4, 7.")
      .min(1, "A retry is 1 day after the first failure at the earliest.")
      .max(30, "A retry is 30 days after the first failure at the latest."),
  )
  .min(1, "Name at least one day.")
  .max(14, "Name at most 14 days.")
  .refine(
    (days) => days.every((day, index) => index === 0 || day > (days[index - 1] ?? 0)),
    "Name each day once, the earliest first.",
  );

/** What a merchant may change about failed charges, for the whole store. */
export const dunningSettingsSchema = z.strictObject({
  /** When a declined payment is retried; the last day is also the customer's deadline. */
  retryDays,
  finalAction,
  inventory: z.strictObject({
    /** When an order that lacks stock is retried. */
    retryDays,
    finalAction,
    /** Whether every charge may sell items that are out of stock. */
    oversell: z.boolean(),
  }),
});

export type DunningSettings = z.infer<typeof dunningSettingsSchema>;

const shopSettingsSchema = z.object({ dunning: dunningSettingsSchema.optional() });

/** What the store's merchant has decided, or what holds without. */
export async function readDunningSettings(tx: Queries, shopId: bigint): Promise<DunningSettings> {
  const where = { id: shopId };
  const row = await tx.shop.findUniqueOrThrow({ where, select: { settings: true } });
  return shopSettingsSchema.parse(row.settings).dunning ?? defaultDunningSettings;
}

const readIn = new WeakMap<Queries, Promise<DunningSettings>>();

/** The same, read once in a transaction, however many charges it is about. */
export function dunningSettingsIn(tx: Queries, shopId: bigint): Promise<DunningSettings> {
  const known = readIn.get(tx) ?? readDunningSettings(tx, shopId);
  readIn.set(tx, known);
  return known;
}

/** What holds until a merchant decides otherwise. */
export const defaultDunningSettings: DunningSettings = {
  retryDays: [2, 4, 7, 10],
  finalAction: "pause",
  inventory: { retryDays: [1, 2, 3, 5, 7, 10, 14], finalAction: "skip", oversell: false },
};
