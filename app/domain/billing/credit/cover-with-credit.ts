import type { BillingCycle, CreditHold, Subscription } from "#app/generated/prisma/client.ts";
import type { Queries } from "#app/lib/db.ts";
import { FEW_VALUES } from "#app/lib/one-way.ts";
import { addJob } from "#app/lib/queue.ts";
import { shareWork } from "#app/lib/share-work.ts";
import type { PlatformContract } from "#app/platform/platform-contract.ts";
import { isPlatformFailure } from "#app/platform/platform-failure.ts";
import type { ShopContext } from "../../context.ts";
import { publishStoreCreditJob } from "../../store-credit/credit-jobs.ts";
import { CREDIT_DISCOUNT_TITLE } from "../../store-credit/holds/credit-hold.ts";
import { holdForRenewal } from "../../store-credit/renewals/renewal-hold.ts";
import { commitDiscount } from "../../subscriptions/changes/commit-discount.ts";
import { storeContract } from "../../subscriptions/store-contract.ts";
import { lockBilling } from "../charging/read-billing.ts";
import { askCycle } from "../cycles/ask-cycle.ts";
import { creditDiscount, MOST_DRAFTS } from "./credit-discount.ts";
import { putCreditLast } from "./put-credit-last.ts";
import { settleCycleCredit } from "./settle-cycle-credit.ts";

/**
 * Lets a customer's credit pay an open cycle, as far as it goes and before it is charged, when the customer wants that:
 * holds it, and takes it off the contract for one charge. A retry finds both as they were, and behind every discount that has come
 * since. What it costs to deliver is paid with money: a discount cannot pay it. If another discount on the contract has the title of store credit, the order could not tell the
 * two apart, so credit pays nothing.
 *
 * The ledger is first, so that the contract never takes off what is not held; the draft is written down before it is
 * committed, so that it is committed once, whoever goes on after a crash. Safe to repeat.
 *
 * @throws PlatformFailure unavailable or not_connected; nothing is charged till then.
 */
export async function coverWithCredit(
  context: ShopContext,
  subscription: Subscription,
  cycle: BillingCycle,
): Promise<void> {
  const hold = cycle.creditHoldId
    ? await readHold(context.db.prisma, cycle.shopId, cycle.creditHoldId)
    : await holdCredit(context, subscription, cycle);
  if (hold?.state !== "live") return;
  if (hold.codeAmountMinor !== null) return putCreditLast(context, subscription, hold);
  const contract = await takeOff(context, subscription, hold);
  if (contract) {
    await storeContract(context, contract, { rowBefore: subscription });
    await context.db.prisma.creditHold.updateMany({
      where: { shopId: hold.shopId, id: hold.id, state: "live" },
      data: { codeAmountMinor: hold.amountMinor },
    });
  }
  // Refused, or the merchant has skipped the charge meanwhile: then nothing may stay on the contract.
  const now = await readCycle(context, cycle);
  if (!contract || now.closedAt) await settleCycleCredit(context, subscription, now);
}

async function holdCredit(
  context: ShopContext,
  subscription: Subscription,
  { cycleIndex }: BillingCycle,
): Promise<CreditHold | null> {
  const { db, shop, platform } = context;
  const { shopId, id, customerId } = subscription;
  if (customerId === null || !(await paysWithCredit(context, customerId))) return null;
  if (subscription.currency !== shop.currency) return null;
  // What somebody else has charged, or is about to, is no credit's to pay.
  const standing = await askCycle(context, subscription, cycleIndex);
  if (standing.kind !== "free") return null;
  const contract = await platform.getContract(Number(subscription.platformContractId));
  const goodsMinor = contract ? goodsOf(contract) : 0;
  if (goodsMinor <= 0) return null;
  return db.transaction(async (tx) => {
    const billing = await lockBilling(tx, { shopId, id });
    if (billing?.open?.cycleIndex !== cycleIndex || billing.running) return null;
    if (billing.open.creditHoldId !== null) return readHold(tx, shopId, billing.open.creditHoldId);
    if (contract?.discounts.some(({ title }) => title === CREDIT_DISCOUNT_TITLE)) {
      context.log.info(
        { subscriptionId: id },
        "another discount has the title of store credit, so no credit is used",
      );
      return null;
    }
    const owner = { ...subscription, customerId };
    const hold = await holdForRenewal(context, tx, owner, cycleIndex, goodsMinor);
    if (!hold) return null;
    await tx.billingCycle.update({
      where: {
        shopId_subscriptionId_cycleIndex: { shopId, subscriptionId: id, cycleIndex },
      },
      data: { creditHoldId: hold.id },
    });
    // Whose it is: the ledger follows a merge of customers that the row was read before.
    await addJob(tx, publishStoreCreditJob, { shopId, customerId: hold.customerId });
    return hold;
  });
}

/** What the goods of the next charge cost after every discount. */
function goodsOf({ lines }: PlatformContract): number {
  return lines.reduce((sum, { discountedMinor }) => sum + discountedMinor, 0);
}

/** Whether a customer's credit pays their renewals; of those who are asked for together by one statement. */
const paysWithCredit = shareWork({
  most: FEW_VALUES,
  work: async ({ db, shop }: ShopContext, customerIds: readonly bigint[]) => {
    const rows = await db.prisma.customer.findMany({
      where: { shopId: shop.id, id: { in: [...customerIds] }, paysRenewalsWithCredit: true },
      select: { id: true },
    });
    const paying = new Set(rows.map((row) => row.id));
    return customerIds.map((customerId) => paying.has(customerId));
  },
});

/** @returns the contract with the discount; null when the platform refuses it, and nothing was taken off. */
async function takeOff(
  context: ShopContext,
  { platformContractId }: Subscription,
  hold: CreditHold,
): Promise<PlatformContract | null> {
  const contractId = Number(platformContractId);
  let draft = hold;
  for (let count = 1; count <= MOST_DRAFTS; count += 1) {
    if (draft.draftId === null || count > 1) draft = await writeDraft(context, contractId, draft);
    const { draftId, discountGid } = draft;
    if (draftId === null) return null;
    try {
      return await commitDiscount(context, contractId, { draftId, discountGid });
    } catch (error) {
      if (!isPlatformFailure(error) || error.kind !== "refused") throw error;
      if (error.platformCode !== "STALE_CONTRACT") return null;
    }
  }
  throw new Error(`Contract ${contractId} changes so often that credit cannot be taken off.`);
}

/** Of several who write one at the same time, the first one's is everybody's. Without a draft: the platform refuses it. */
async function writeDraft(
  context: ShopContext,
  contractId: number,
  hold: CreditHold,
): Promise<CreditHold> {
  const { db, platform, shop } = context;
  try {
    const { draftId, discountGid } = await platform.draftContractChange(
      contractId,
      creditDiscount(hold),
    );
    await db.prisma.creditHold.updateMany({
      where: { shopId: shop.id, id: hold.id, draftId: hold.draftId },
      data: { draftId, discountGid },
    });
  } catch (error) {
    if (!isPlatformFailure(error) || error.kind !== "refused") throw error;
    return { ...hold, draftId: null };
  }
  return readHold(db.prisma, hold.shopId, hold.id);
}

function readHold(queries: Queries, shopId: bigint, id: bigint): Promise<CreditHold> {
  return queries.creditHold.findUniqueOrThrow({ where: { shopId_id: { shopId, id } } });
}

function readCycle(
  { db }: ShopContext,
  { shopId, subscriptionId, cycleIndex }: BillingCycle,
): Promise<BillingCycle> {
  return db.prisma.billingCycle.findUniqueOrThrow({
    where: { shopId_subscriptionId_cycleIndex: { shopId, subscriptionId, cycleIndex } },
  });
}
