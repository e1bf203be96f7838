import type { ContractDraft, PlatformContract } from "#app/platform/platform-contract.ts";
import { isPlatformFailure } from "#app/platform/platform-failure.ts";
import type { ShopContext } from "../context.ts";

/**
 * Commits the draft of a discount, which the platform takes once. An error counts only when the discount is not on the
 * contract: the response to an earlier commit of the same draft may have been lost, and then the error comes from the change
 * that is already in place. Safe to repeat.
 *
 * @throws PlatformFailure.
 */
export async function commitDiscount(
  { platform }: Pick<ShopContext, "platform">,
  contractId: number,
  { draftId, discountGid }: ContractDraft,
): Promise<PlatformContract> {
  try {
    return await platform.commitContractChange(draftId, contractId);
  } catch (error) {
    if (!isPlatformFailure(error) || error.kind !== "refused") throw error;
    const contract = await platform.getContract(contractId);
    const isOnContract = contract?.discounts.some(({ gid }) => gid === discountGid);
    if (!contract || !isOnContract) throw error;
    return contract;
  }
}
