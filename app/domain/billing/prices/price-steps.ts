import type { Subscription } from "#app/generated/prisma/client.ts";
import type { PlatformContract } from "#app/platform/platform-contract.ts";

type Steps = Pick<Subscription, "priceSteps" | "priceStep">;

/** Whether a price for the first charges has not ended: the plan's usual one is still to come. */
export function hasStepsToCome({ priceSteps, priceStep }: Steps): boolean {
  return priceSteps.some((step) => step > priceStep);
}

/** What a piece of a line costs after all steps that are still to come; minor units. */
export function priceAfterSteps(
  { priceSteps, priceMinor }: PlatformContract["lines"][number],
  { priceStep }: Pick<Steps, "priceStep">,
): number {
  const last = priceSteps
    .filter(({ afterCycle }) => afterCycle > priceStep)
    .reduce<{ afterCycle: number; priceMinor: number } | null>(
      (latest, step) => (latest && latest.afterCycle > step.afterCycle ? latest : step),
      null,
    );
  return last?.priceMinor ?? priceMinor;
}
