import { z } from "zod";
import type { Subscription } from "#app/generated/prisma/client.ts";
import type { PlatformContract } from "#app/platform/platform-contract.ts";
import type { PricedLine } from "./charges/discounted-lines.ts";

const linesSchema = z.array(
  z.object({
    title: z.string(),
    variantTitle: z.string().nullable(),
    imageUrl: z.string().nullable(),
    quantity: z.number().int(),
  }),
);

/** One product of a subscription, as its owner is shown it. */
export type SubscriptionLine = z.infer<typeof linesSchema>[number];

/** The lines as our row keeps them, in the contract's order; with what the preview of a price change counts from. */
export function linesOfContract({ lines }: PlatformContract) {
  return lines.map(({ title, variantTitle, imageUrl, quantity, sellingPlanId, priceMinor }) => {
    return { title, variantTitle, imageUrl, quantity, sellingPlanId, priceMinor };
  });
}

/** A row that was written before prices were kept has none. */
const pricedLinesSchema = z.array(
  z.object({ quantity: z.number().int(), priceMinor: z.number().int() }),
);

/** Quantity and price of a piece of each line that our row keeps; of all goods as one line where it does not keep them. */
export function readPricedLines({
  lines,
  priceMinor,
}: Pick<Subscription, "lines" | "priceMinor">): PricedLine[] {
  const { data } = pricedLinesSchema.safeParse(lines);
  return data ?? [{ quantity: 1, priceMinor: Number(priceMinor) }];
}

/** The lines that our row keeps. */
export function readLines({ lines }: Pick<Subscription, "lines">): SubscriptionLine[] {
  return linesSchema.parse(lines);
}
