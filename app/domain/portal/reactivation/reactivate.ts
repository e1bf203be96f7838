import type { Reactivation, Subscription } from "#app/generated/prisma/client.ts";
import type { AppError } from "#app/lib/app-error.ts";
import { isUniqueViolation } from "#app/lib/db.ts";
import { addJob } from "#app/lib/queue.ts";
import type { PlatformContract } from "#app/platform/platform-contract.ts";
import { isPlatformFailure, type PlatformFailure } from "#app/platform/platform-failure.ts";
import type { ShopContext } from "../../context.ts";
import { lockCustomer } from "../../customers/lock-customer.ts";
import { toPlatformChangeError } from "../../platform-change-error.ts";
import { refuse } from "../../refusals/refuse.ts";
import { oneChangeAtATime } from "../../subscriptions/changes/one-change-at-a-time.ts";
import { newReactivationKey } from "../../subscriptions/creation-key.ts";
import { refreshContract, storeContract } from "../../subscriptions/store-contract.ts";
import { explainRefusal } from "../edits/edit-refusal.ts";
import {
  hasAnotherMembership,
  planReactivation,
  type ReactivationPlan,
} from "./plan-reactivation.ts";
import { settleReactivationJob } from "./reactivation-jobs.ts";

/** After so long a call that got no answer has arrived, or never will. */
const CERTAIN_AFTER_MS = 5 * 60_000;

/**
 * Starts a canceled contract again, as a new contract that the platform makes in one call. The platform accepts no idempotency
 * key, so we store a key before the call and use it for that call alone: of concurrent requests only one makes a contract. The
 * new contract carries the key, so we find it after a crash.
 *
 * @param revision of what the shopper was shown.
 * @throws AppError change_refused, with its reason; contract_changed; platform_unavailable: repeat it, it may have been made.
 */
export function reactivate(
  context: ShopContext,
  subscription: Subscription,
  revision: string,
): Promise<void> {
  return oneChangeAtATime(context, subscription, async (row) => {
    try {
      await reactivateNow(context, row, revision);
    } catch (error) {
      throw toPlatformChangeError(error, "start the subscription again");
    }
  });
}

async function reactivateNow(
  context: ShopContext,
  row: Subscription,
  revision: string,
): Promise<void> {
  const begun = await readReactivation(context, row);
  if (begun?.state === "made") return;
  if (begun) {
    const age = context.clock.now().getTime() - begun.askedAt.getTime();
    const isCertain = age > CERTAIN_AFTER_MS;
    if (await settleReactivation(context, { key: begun.key, isCertain })) return;
    if (!isCertain) throw underWay();
  }
  const choice = await planReactivation(context, row);
  if (choice.outcome === "blocked") throw refuse(`again_${choice.block}`);
  if (choice.outcome === "none") throw refuse("not_again");
  if (choice.plan.revision !== revision) {
    throw hasChanged();
  }
  await ask(context, await claim(context, row), choice.plan);
}

/** The one that was made, or may have been; null where there is none. */
export function readReactivation(
  { db }: Pick<ShopContext, "db">,
  { shopId, id }: Pick<Subscription, "shopId" | "id">,
): Promise<Reactivation | null> {
  return db.prisma.reactivation.findFirst({
    where: { shopId, subscriptionId: id, state: { not: "ended" } },
  });
}

/** @throws AppError contract_changed for whoever comes second. */
async function claim({ db, clock }: ShopContext, { shopId, id }: Subscription): Promise<string> {
  const key = newReactivationKey();
  try {
    await db.transaction(async (tx) => {
      await tx.$queryRaw`
        SELECT 1 FROM subscriptions WHERE shop_id = ${shopId} AND id = ${id} FOR NO KEY UPDATE`;
      const where = { shopId_id: { shopId, id } };
      const row = await tx.subscription.findUniqueOrThrow({ where });
      // Withdrawn from in another window, while the platform was asked.
      if (row.withdrawnAt) throw hasChanged();
      if (row.customerId !== null) await lockCustomer(tx, shopId, row.customerId);
      if (await hasAnotherMembership(tx, row)) {
        throw refuse("again_already_active");
      }
      await tx.reactivation.create({
        data: { shopId, key, subscriptionId: id, state: "asked", askedAt: clock.now() },
      });
      const at = new Date(Date.now() + CERTAIN_AFTER_MS);
      await addJob(tx, settleReactivationJob, { shopId, key }, at);
    });
  } catch (error) {
    throw isUniqueViolation(error) ? underWay() : error;
  }
  return key;
}

async function ask(context: ShopContext, key: string, plan: ReactivationPlan): Promise<void> {
  const made = await create(context, key, plan);
  if (!made) return;
  try {
    // Who follows contracts ties it to the one that it goes on from: see follow-reactivations.ts.
    await storeContract(context, made, { rowBefore: null });
  } catch (error) {
    // It is there, whatever could not be read or written since: the job stores it, at the latest.
    context.log.warn(
      { reactivation: key, err: error },
      "a contract that was started again is stored later",
    );
    const isStored = await settleReactivation(context, { key, isCertain: false }).catch(
      () => false,
    );
    if (!isStored) throw underWay();
  }
}

/** Null where it was made, and is stored already. The row ends where the platform has certainly made nothing. */
async function create(
  context: ShopContext,
  key: string,
  plan: ReactivationPlan,
): Promise<PlatformContract | null> {
  try {
    return await context.platform.createContract({ ...plan.contract, key });
  } catch (error) {
    if (!isPlatformFailure(error)) throw error;
    if (error.kind === "refused") {
      await endReactivation(context, key);
      throw explained(error);
    }
    // A throttled call, and one that was never sent, made nothing.
    if (error.kind === "not_connected" || error.platformCode === "THROTTLED") {
      await endReactivation(context, key);
      throw error;
    }
    if (!(await settleReactivation(context, { key, isCertain: false }))) throw error;
    return null;
  }
}

/** The platform's word on what this change sends, as its owner is told. */
function explained(error: PlatformFailure): AppError {
  const field = error.field?.at(-1);
  if (field === "paymentMethodId" || error.platformCode === "MISSING_CUSTOMER_PAYMENT_METHOD") {
    return refuse("again_payment_method");
  }
  if (field === "productVariantId" || field === "sellingPlanId" || error.field?.includes("lines")) {
    return refuse("again_not_sold");
  }
  const said = explainRefusal(error);
  return said.code === "invalid_input" ? refuse("again_ask_store") : said;
}

/**
 * Finds out what has become of a contract that was asked for: by its key, among the customer's contracts. It is never asked for
 * again, because the shopper was told to try again. Safe to repeat.
 *
 * @param isCertain a call that made nothing by now makes nothing any more.
 * @returns whether the contract is there.
 * @throws PlatformFailure: it stays as it is.
 */
export async function settleReactivation(
  context: ShopContext,
  { key, isCertain }: { key: string; isCertain: boolean },
): Promise<boolean> {
  const { db, shop, platform } = context;
  const row = await db.prisma.reactivation.findUnique({
    where: { shopId_key: { shopId: shop.id, key } },
    include: { subscription: { select: { customer: { select: { platformCustomerId: true } } } } },
  });
  if (row?.state !== "asked") return row?.state === "made";
  const customerId = row.subscription.customer?.platformCustomerId;
  const contractId = customerId && (await platform.findContractByKey(Number(customerId), key));
  if (contractId) await refreshContract(context, contractId);
  else if (isCertain) await endReactivation(context, key);
  return Boolean(contractId);
}

async function endReactivation(
  { db, shop }: Pick<ShopContext, "db" | "shop">,
  key: string,
): Promise<void> {
  await db.prisma.reactivation.updateMany({
    where: { shopId: shop.id, key, state: "asked" },
    data: { state: "ended" },
  });
}

function hasChanged(): AppError {
  return refuse("again_changed");
}

function underWay(): AppError {
  return refuse("again_under_way");
}
