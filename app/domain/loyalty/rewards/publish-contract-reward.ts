import type { LoyaltyContractReward, Subscription } from "#app/generated/prisma/client.ts";
import type { ContractChange, ContractDraft } from "#app/platform/platform-contract.ts";
import { isPlatformFailure } from "#app/platform/platform-failure.ts";
import { recordActivity } from "../../activity/record-activity.ts";
import type { ShopContext } from "../../context.ts";
import { commitAddition } from "../../subscriptions/changes/commit-discount.ts";
import { refreshContract } from "../../subscriptions/store-contract.ts";
import { toMinor } from "../rules/money-and-points.ts";
import { CONTRACT_REWARD_STATE } from "./contract-reward-state.ts";
import { followDeliveries } from "./follow-contract-rewards.ts";
import type { RewardRules } from "./reward-types.ts";
import { settleVanishedReward } from "./settle-vanished-reward.ts";

type Row = LoyaltyContractReward & { subscription: Subscription };

/**
 * Brings a reward on a subscription to the platform, or takes it off again. What the platform refuses ends the reward, with a
 * line for the merchant; so does a subscription that has ended. One that is paused takes it, and renews with it later. One that
 * should be there and is missing is settled. Calls the network. Safe to repeat.
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
  if (row?.state === CONTRACT_REWARD_STATE.waiting) await give(context, row);
  if (row?.state === CONTRACT_REWARD_STATE.active) await settleVanishedReward(context, row);
  if (row?.state === CONTRACT_REWARD_STATE.leaving) await takeBack(context, row);
}

async function give(context: ShopContext, row: Row): Promise<void> {
  if (row.subscription.status === "cancelled") {
    await refuse(context, row, "the subscription has ended.");
    return;
  }
  const contractId = Number(row.subscription.platformContractId);
  try {
    const draft = await draftOf(context, row, contractId);
    const { lines } = await commitAddition(context, contractId, draft);
    const line = lines.find(({ lineGid }) => lineGid === draft.lineGid);
    const productTitle = line?.title ?? null;
    await setActive(context, row, productTitle);
  } catch (error) {
    if (!isPlatformFailure(error) || error.kind !== "refused") throw error;
    if (error.platformCode === "STALE_CONTRACT") {
      await setState(context, row, { draftId: null, discountGid: null, lineGid: null });
      throw error;
    }
    await refuse(context, row, error.message);
    return;
  }
  await refreshContract(context, contractId);
  // A renewal may have come while the answer of the platform was on its way.
  await followDeliveries(context, [row.subscriptionId]);
}

/** One that was taken back meanwhile stays so: the job that takes it off comes next. */
async function setActive(
  { db, clock }: ShopContext,
  { shopId, id }: LoyaltyContractReward,
  productTitle: string | null,
): Promise<void> {
  const { waiting, active } = CONTRACT_REWARD_STATE;
  await db.prisma.loyaltyContractReward.updateMany({
    where: { shopId, id, state: waiting },
    data: { state: active, productTitle, updatedAt: clock.now() },
  });
}

/** The draft is kept before it is committed: a job that was cut off commits the same one. */
async function draftOf(context: ShopContext, row: Row, contractId: number): Promise<ContractDraft> {
  const { draftId, discountGid, lineGid } = row;
  if (draftId !== null) return { draftId, discountGid, lineGid };
  const change = changeOf(row, context.shop);
  const draft = await context.platform.draftContractChange(contractId, change);
  await setState(context, row, draft);
  return draft;
}

function changeOf(
  { reward: kept, title }: Row,
  { currency }: Pick<ShopContext["shop"], "currency">,
): ContractChange {
  const reward = kept as unknown as RewardRules;
  switch (reward.reward_type) {
    case "contract_free_product":
      return { kind: "add_free_line", productId: reward.product_id };
    case "contract_discount": {
      const { discount_type, discount_amount, cycles } = reward;
      return {
        kind: "add_discount",
        title,
        value:
          discount_type === "percentage"
            ? { kind: "percentage", percentage: discount_amount }
            : {
                kind: "fixed_amount",
                amountMinor: toMinor(discount_amount, currency),
                currency,
              },
        recurringCycleLimit: cycles,
      };
    }
    default:
      throw new Error(`${reward.reward_type} is nothing that is put on a subscription`);
  }
}

async function takeBack(context: ShopContext, row: Row): Promise<void> {
  const contractId = Number(row.subscription.platformContractId);
  const { discountGid, lineGid, subscription } = row;
  // A draft that was not committed is left to lie: it changes nothing.
  if ((discountGid !== null || lineGid !== null) && subscription.status !== "cancelled") {
    if (discountGid !== null) {
      await context.platform.removeContractDiscount(contractId, discountGid);
    }
    if (lineGid !== null) await context.platform.removeContractLine(contractId, lineGid);
    await refreshContract(context, contractId);
  }
  const { delivered, withdrawn } = CONTRACT_REWARD_STATE;
  const reward = row.reward as unknown as RewardRules;
  const isDelivered = "cycles" in reward && row.delivered >= reward.cycles;
  await setState(context, row, { state: isDelivered ? delivered : withdrawn });
}

async function refuse(context: ShopContext, row: Row, why: string): Promise<void> {
  await context.db.transaction(async (tx) => {
    await tx.loyaltyContractReward.update({
      where: { shopId_id: { shopId: row.shopId, id: row.id } },
      data: { state: CONTRACT_REWARD_STATE.refused, updatedAt: context.clock.now() },
    });
    await recordActivity(context, tx, {
      kind: "loyalty_contract_reward.refused",
      message: `The reward of the rule “${row.title}” could not be put on the subscription: ${why}`,
      customerId: row.subscription.customerId,
      subscriptionId: row.subscriptionId,
      details: { contract_reward_id: String(row.id) },
    });
  });
}

async function setState(
  { db, clock }: ShopContext,
  { shopId, id }: LoyaltyContractReward,
  data: {
    state?: string;
    draftId?: string | null;
    discountGid?: string | null;
    lineGid?: string | null;
  },
): Promise<void> {
  const where = { shopId_id: { shopId, id } };
  await db.prisma.loyaltyContractReward.update({
    where,
    data: { ...data, updatedAt: clock.now() },
  });
}
