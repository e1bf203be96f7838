import type { ContractDraft, PlatformContract } from "#app/platform/platform-contract.ts";
import { isPlatformFailure } from "#app/platform/platform-failure.ts";
import type { ShopContext } from "../../context.ts";

/** Commits the draft of a discount: see {@link commitAddition}. */
export function commitDiscount(
  context: Pick<ShopContext, "platform">,
  contractId: number,
  { draftId, discountGid }: Pick<ContractDraft, "draftId" | "discountGid">,
): Promise<PlatformContract> {
  return commitAddition(context, contractId, { draftId, discountGid, lineGid: null });
}

/**
 * Commits the draft of a discount or a line, which the platform takes once. An error counts only when what was added is not on
 * the contract: the response to an earlier commit of the same draft may have been lost, and then the error comes from the change
 * that is already in place. Safe to repeat.
 *
 * @throws PlatformFailure.
 */
export async function commitAddition(
  { platform }: Pick<ShopContext, "platform">,
  contractId: number,
  { draftId, discountGid, lineGid: addedGid }: ContractDraft,
): Promise<PlatformContract> {
  try {
    return await platform.commitContractChange(draftId, contractId);
  } catch (error) {
    if (!isPlatformFailure(error) || error.kind !== "refused") throw error;
    const contract = await platform.getContract(contractId);
    const isOnContract =
      contract?.discounts.some(({ gid }) => gid === discountGid) ||
      contract?.lines.some(({ lineGid }) => lineGid === addedGid);
    if (!contract || !isOnContract) throw error;
    return contract;
  }
}
