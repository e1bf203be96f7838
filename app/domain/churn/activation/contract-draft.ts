import type { AppliedOffer } from "#app/generated/prisma/client.ts";
import type {
  ContractChange,
  ContractDraft,
  PlatformContract,
} from "#app/platform/platform-contract.ts";
import { isPlatformFailure, PlatformFailure } from "#app/platform/platform-failure.ts";
import type { ShopContext } from "../../context.ts";
import { commitDiscount } from "../../subscriptions/changes/commit-discount.ts";

/** How often a draft is rewritten when the contract was changed concurrently. */
const MAX_DRAFTS = 3;

interface ChangedContract {
  platformContractId: bigint;
}

/**
 * Changes the contract of a claimed offer through a draft on the platform. The draft is stored with the claim,
 * so {@link commitDraft} can finish an interrupted change.
 *
 * @throws PlatformFailure; after `unavailable` the outcome may be unknown.
 */
export async function changeByDraft(
  context: ShopContext,
  claim: AppliedOffer,
  { platformContractId }: ChangedContract,
  change: ContractChange,
): Promise<PlatformContract> {
  const contractId = Number(platformContractId);
  for (let attempt = 1; ; attempt += 1) {
    const draft = await context.platform.draftContractChange(contractId, change);
    await rememberDraft(context, claim, draft);
    try {
      return await commitDiscount(context, contractId, draft);
    } catch (error) {
      const isStale = isPlatformFailure(error) && error.platformCode === "STALE_CONTRACT";
      if (!isStale || attempt === MAX_DRAFTS) throw error;
    }
  }
}

/** Repeats the commit of a claim's draft, which the platform takes at most once. @throws PlatformFailure. */
export async function commitDraft(
  context: ShopContext,
  { draftId, discountGid }: AppliedOffer,
  { platformContractId }: ChangedContract,
): Promise<PlatformContract> {
  if (draftId === null) throw new Error("a claim without a draft cannot be committed");
  return commitDiscount(context, Number(platformContractId), { draftId, discountGid });
}

/**
 * Stores the draft before it is committed, which makes the commit repeatable after a crash. Stops when the
 * claim was settled in the meantime, so nothing takes effect for a settled claim.
 */
async function rememberDraft(
  context: ShopContext,
  claim: AppliedOffer,
  { draftId, discountGid, lostDays }: ContractDraft,
): Promise<void> {
  const { count } = await context.db.prisma.appliedOffer.updateMany({
    where: { shopId: claim.shopId, id: claim.id, state: "pending" },
    data: { draftId, discountGid, ...(lostDays && { previousAnchors: lostDays }) },
  });
  if (count === 0) throw new PlatformFailure("unavailable", "the activation took too long");
}
