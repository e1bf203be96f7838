import type { LoyaltyContractReward, Subscription } from "#app/generated/prisma/client.ts";
import type { ContractDraft, DiscountValue } from "#app/platform/platform-contract.ts";
import { isPlatformFailure } from "#app/platform/platform-failure.ts";
import { recordActivity } from "../../activity/record-activity.ts";
import type { ShopContext } from "../../context.ts";
import { commitDiscount } from "../../subscriptions/commit-discount.ts";
import { refreshContract } from "../../subscriptions/store-contract.ts";
import { toMinor } from "../rules/money-and-points.ts";
import type { RewardRulesOf } from "./reward-types.ts";

type Row = LoyaltyContractReward & { subscription: Subscription };

/**
 * Brings a reward on a subscription to the platform, or takes it off again. What the platform refuses ends the reward, with a
 * line for the merchant. Calls the network. Safe to repeat.
 *
 * @throws PlatformFailure when the platform does not answer, or the contract changed meanwhile: the job is tried again.
 */
export async function publishContractReward(
  context: ShopContext,
  contractRewardId: bigint,
): Promise<void> {
  const row = await context.db.prisma.loyaltyContractReward.findUnique({
    where: { shopId_id: { shopId: context.shop.id, id: contractRewardId } },
    include: { subscription: true },
  });
  if (row?.state === "waiting") await give(context, row);
  if (row?.state === "leaving") await takeBack(context, row);
}

async function give(context: ShopContext, row: Row): Promise<void> {
  const contractId = Number(row.subscription.platformContractId);
  try {
    const draft = await draftOf(context, row, contractId);
    await commitDiscount(context, contractId, draft);
    await setState(context, row, { state: "active" });
  } catch (error) {
    if (!isPlatformFailure(error) || error.kind !== "refused") throw error;
    if (error.platformCode === "STALE_CONTRACT") {
      await setState(context, row, { draftId: null, discountGid: null });
      throw error;
    }
    await refuse(context, row, error.message);
    return;
  }
  await refreshContract(context, contractId);
}

/** The draft is kept before it is committed: a job that was cut off commits the same one. */
async function draftOf(context: ShopContext, row: Row, contractId: number): Promise<ContractDraft> {
  if (row.draftId !== null) return { draftId: row.draftId, discountGid: row.discountGid };
  const reward = row.reward as unknown as RewardRulesOf<"contract_discount">;
  const draft = await context.platform.draftContractChange(contractId, {
    kind: "add_discount",
    title: row.title,
    value: discountValueOf(reward, row.subscription.currency),
    recurringCycleLimit: reward.cycles,
  });
  await setState(context, row, draft);
  return draft;
}

function discountValueOf(
  { discount_type, discount_amount }: RewardRulesOf<"contract_discount">,
  currency: string,
): DiscountValue {
  return discount_type === "percentage"
    ? { kind: "percentage", percentage: discount_amount }
    : { kind: "fixed_amount", amountMinor: toMinor(discount_amount, currency), currency };
}

async function takeBack(context: ShopContext, row: Row): Promise<void> {
  const contractId = Number(row.subscription.platformContractId);
  // A draft that was not committed is left to lie: it changes nothing.
  if (row.discountGid !== null && row.subscription.status !== "cancelled") {
    await context.platform.removeContractDiscount(contractId, row.discountGid);
    await refreshContract(context, contractId);
  }
  await setState(context, row, { state: "withdrawn" });
}

async function refuse(context: ShopContext, row: Row, why: string): Promise<void> {
  await context.db.transaction(async (tx) => {
    await tx.loyaltyContractReward.update({
      where: { shopId_id: { shopId: row.shopId, id: row.id } },
      data: { state: "refused", updatedAt: context.clock.now() },
    });
    await recordActivity(context, tx, {
      kind: "loyalty_contract_reward.refused",
      message: `The platform refused the discount of the rule “${row.title}” on the subscription: ${why}`,
      customerId: row.subscription.customerId,
      subscriptionId: row.subscriptionId,
      details: { contract_reward_id: String(row.id) },
    });
  });
}

async function setState(
  { db, clock }: ShopContext,
  { shopId, id }: LoyaltyContractReward,
  data: { state?: string; draftId?: string | null; discountGid?: string | null },
): Promise<void> {
  const where = { shopId_id: { shopId, id } };
  await db.prisma.loyaltyContractReward.update({
    where,
    data: { ...data, updatedAt: clock.now() },
  });
}
