import type { Subscription } from "#app/generated/prisma/client.ts";
import type { ContractChange, PlatformContract } from "#app/platform/platform-contract.ts";
import { isPlatformFailure } from "#app/platform/platform-failure.ts";
import type { ShopContext } from "../../context.ts";
import { refreshContract } from "../../subscriptions/store-contract.ts";

type PricesToSet = Omit<Extract<ContractChange, { kind: "set_prices" }>, "kind">;

/** What came of it. */
export type CommittedPrices =
  | { outcome: "written"; contract: PlatformContract }
  /** The caller has found nothing to write. */
  | { outcome: "nothing" }
  /** The contract was paused or has ended meanwhile. */
  | { outcome: "not_active" };

/** How many drafts are tried: each change of the contract makes the one before useless. */
const MOST_DRAFTS = 3;

/**
 * Gives lines of a contract other prices, in one draft. Where somebody else has changed the contract between draft and commit, it
 * is read again, and the caller decides once more. Safe to repeat, also after a lost answer. Storing the contract is the
 * caller's.
 *
 * @param choose says what to write on the contract as it is; null or no prices for nothing.
 * @throws PlatformFailure when the platform does not take it; an error when the contract changes with each try.
 */
export async function commitPrices(
  context: ShopContext,
  { platformContractId }: Pick<Subscription, "platformContractId">,
  choose: (contract: PlatformContract) => PricesToSet | null,
): Promise<CommittedPrices> {
  const { platform } = context;
  const contractId = Number(platformContractId);
  for (let count = 1; count <= MOST_DRAFTS; count += 1) {
    const before = await platform.getContract(contractId);
    const chosen = before && choose(before);
    if (!chosen || chosen.prices.length === 0) return { outcome: "nothing" };
    try {
      const { draftId } = await platform.draftContractChange(contractId, {
        kind: "set_prices",
        ...chosen,
      });
      const contract = await platform.commitContractChange(draftId, contractId);
      return { outcome: "written", contract };
    } catch (error) {
      if (!isPlatformFailure(error) || error.kind !== "refused") throw error;
      if (error.platformCode === "STALE_CONTRACT") continue;
      const row = await refreshContract(context, contractId);
      if (row?.status === "active") throw error;
      return { outcome: "not_active" };
    }
  }
  throw new Error(`Contract ${contractId} changes so often that no price can be written.`);
}
