import type { CreditHold, Subscription } from "#app/generated/prisma/client.ts";
import type { ContractDraft } from "#app/platform/platform-contract.ts";
import { isPlatformFailure } from "#app/platform/platform-failure.ts";
import type { ShopContext } from "../../context.ts";
import { commitDiscount } from "../../subscriptions/changes/commit-discount.ts";
import { storeContract } from "../../subscriptions/store-contract.ts";
import { creditDiscount, discountOf, MOST_DRAFTS } from "./credit-discount.ts";

/**
 * Puts credit's discount behind those that have come since it was put on: an offer, or a discount of the merchant's. Theirs is of
 * the price, and credit pays of what they leave; what it does not need goes back when the charge is settled. Credit that the
 * merchant has taken off stays off. Where the platform refuses, the discounts stay as they are. Safe to repeat.
 *
 * @throws PlatformFailure unavailable or not_connected.
 */
export async function putCreditLast(
  context: ShopContext,
  subscription: Subscription,
  hold: CreditHold,
): Promise<void> {
  const { platform } = context;
  const contractId = Number(subscription.platformContractId);
  for (let count = 1; count <= MOST_DRAFTS; count += 1) {
    const contract = await platform.getContract(contractId);
    const discount = contract && discountOf(contract, hold);
    if (!discount || discount === contract.discounts.at(-1)) return;
    const change = { ...creditDiscount(hold), replaces: discount.gid };
    try {
      const draft = await platform.draftContractChange(contractId, change);
      const written = await commitDiscount(context, contractId, draft);
      await storeContract(context, written, { rowBefore: subscription });
      return await noteDiscount(context, hold, draft);
    } catch (error) {
      if (!isPlatformFailure(error) || error.kind !== "refused") throw error;
      if (error.platformCode !== "STALE_CONTRACT") return;
    }
  }
}

async function noteDiscount(
  { db }: ShopContext,
  { shopId, id }: CreditHold,
  { draftId, discountGid }: ContractDraft,
): Promise<void> {
  await db.prisma.creditHold.updateMany({
    where: { shopId, id, state: "live" },
    data: { draftId, discountGid },
  });
}
