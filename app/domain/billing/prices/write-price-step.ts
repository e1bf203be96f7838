import type { Subscription } from "#app/generated/prisma/client.ts";
import type { PlatformContract } from "#app/platform/platform-contract.ts";
import type { ShopContext } from "../../context.ts";
import { type CommittedPrices, commitPrices } from "./commit-prices.ts";

/**
 * Gives all lines of a contract the prices that they were to have after so many charges, in one draft. Safe to repeat, also
 * after a lost answer: it writes the same again. Storing the contract is the caller's.
 *
 * @param nextBillingAt the date of the next charge; null leaves the present one.
 * @throws PlatformFailure when the platform does not take it.
 */
export async function writePriceStep(
  context: ShopContext,
  subscription: Pick<Subscription, "platformContractId">,
  step: number,
  nextBillingAt: Date | null,
): Promise<CommittedPrices> {
  return commitPrices(context, subscription, (before) => {
    const { currency } = before;
    return { prices: pricesAfter(before, step), currency, nextBillingAt };
  });
}

function pricesAfter({ lines }: PlatformContract, step: number) {
  return lines.flatMap(({ lineGid, priceSteps }) =>
    priceSteps
      .filter(({ afterCycle }) => afterCycle === step)
      .slice(0, 1)
      .map(({ priceMinor }) => ({ lineGid, priceMinor })),
  );
}
