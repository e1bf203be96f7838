import { z } from "zod";
import type { Subscription } from "#app/generated/prisma/client.ts";
import type { PlatformContract } from "#app/platform/platform-contract.ts";

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

/** The lines that our row keeps. */
export function readLines({ lines }: Pick<Subscription, "lines">): SubscriptionLine[] {
  return linesSchema.parse(lines);
}
