import type { Subscription } from "#app/generated/prisma/client.ts";
import type { PlatformContract } from "#app/platform/platform-contract.ts";
import { isPlatformFailure } from "#app/platform/platform-failure.ts";
import type { ShopContext } from "../../context.ts";
import { refreshContract } from "../../subscriptions/store-contract.ts";

/** What came of a step: the contract with its new prices, or why there is none. */
export type WrittenStep =
  | { outcome: "written"; contract: PlatformContract }
  /** No line's price changes then. */
  | { outcome: "no_prices" }
  /** The contract was paused or has ended meanwhile. */
  | { outcome: "not_active" };

/**
 * Gives all lines of a contract the prices that they were to have after so many charges, in one draft. Safe to repeat, also
 * after a lost answer: it writes the same again. Storing the contract is the caller's.
 *
 * @param nextBillingAt the date of the next charge; null leaves the present one.
 * @throws PlatformFailure when the platform does not take it.
 */
export async function writePriceStep(
  context: ShopContext,
  { platformContractId }: Pick<Subscription, "platformContractId">,
  step: number,
  nextBillingAt: Date | null,
): Promise<WrittenStep> {
  const { platform } = context;
  const contractId = Number(platformContractId);
  const before = await platform.getContract(contractId);
  const prices = before ? pricesAfter(before, step) : [];
  if (!before || prices.length === 0) return { outcome: "no_prices" };
  const { currency } = before;
  try {
    const change = { kind: "set_prices", prices, currency, nextBillingAt } as const;
    const { draftId } = await platform.draftContractChange(contractId, change);
    const contract = await platform.commitContractChange(draftId, contractId);
    return { outcome: "written", contract };
  } catch (error) {
    if (!isPlatformFailure(error) || error.kind !== "refused") throw error;
    const row = await refreshContract(context, contractId);
    if (row?.status === "active") throw error;
    return { outcome: "not_active" };
  }
}

function pricesAfter({ lines }: PlatformContract, step: number) {
  return lines.flatMap(({ lineGid, priceSteps }) =>
    priceSteps
      .filter(({ afterCycle }) => afterCycle === step)
      .slice(0, 1)
      .map(({ priceMinor }) => ({ lineGid, priceMinor })),
  );
}
