import type { BillingCycle, Subscription } from "#app/generated/prisma/client.ts";
import { formatMinor } from "#app/lib/money.ts";
import type { PlatformContract } from "#app/platform/platform-contract.ts";
import { isPlatformFailure } from "#app/platform/platform-failure.ts";
import { recordActivity } from "../../activity/record-activity.ts";
import type { ShopContext } from "../../context.ts";
import { storeContract } from "../../subscriptions/store-contract.ts";
import { dueDate } from "../cycles/due-date.ts";
import { commitPrices } from "./commit-prices.ts";
import { endUnanswered } from "./consent/end-unanswered.ts";
import {
  beginWriting,
  moveRow,
  type RowOfChange,
  readLinePrices,
  readOpenPriceChange,
} from "./price-change-row.ts";
import { priceHoldsFrom } from "./price-holds-from.ts";
import { hasStepsToCome } from "./price-steps.ts";

/**
 * Gives a contract the price of its next charge, where the merchant changes the price of its plan: the new one when the
 * charge falls due on the change's day or later, and the old one before. So what is shown of the next charge is what it will
 * cost, and a charge that is brought forward to before the day costs what it did. Safe to repeat.
 *
 * @returns whether something was done, so that the subscription has to be read again.
 * @throws PlatformFailure, also refused where the old price is not taken again: nothing is charged at a wrong price.
 */
export async function alignPrice(
  context: ShopContext,
  subscription: Subscription,
  last: BillingCycle | null,
): Promise<boolean> {
  if (subscription.status === "cancelled") return false;
  const row = await readOpenPriceChange(context.db, subscription);
  if (!row) return false;
  if (row.change.stoppedAt) return alignStopped(context, subscription, row);
  const dueAt = dueDate(subscription, last);
  const holds = await priceHoldsFrom(context, row);
  if (holds.outcome === "never" && row.state === "told") {
    return moveRow(context, row, { state: "left", note: holds.why, isTold: false });
  }
  const hasCome = holds.outcome === "from" && holds.at <= context.clock.now();
  if (row.answer === "asked" || row.answer === "none") {
    // A charge that fell due before the day comes first, at its old price.
    const isBefore = holds.outcome === "from" && dueAt && dueAt < holds.at;
    return hasCome && !isBefore && endUnanswered(context, subscription, row);
  }
  // New terms alone: nothing is written.
  if (readLinePrices(row).length === 0) return hasCome && moveRow(context, row, { state: "done" });
  // The price after the first charges comes before the new one.
  if (!dueAt || hasStepsToCome(subscription)) return false;
  const isNew = holds.outcome === "from" && dueAt >= holds.at;
  if (isNew && row.state !== "written") return writeAfter(context, subscription, row);
  if (!isNew && row.state !== "told") {
    if (await writeBack(context, subscription, row)) await moveRow(context, row, { state: "told" });
    return true;
  }
  if (row.state === "written" && hasCome) {
    await moveRow(context, row, { state: "done" });
  }
  return false;
}

async function writeAfter(
  context: ShopContext,
  subscription: Subscription,
  told: RowOfChange,
): Promise<boolean> {
  const row = { ...told, state: "writing" };
  if (told.state === "told" && !(await beginWriting(context, told))) return true;
  const written = await write(context, subscription, row, "afterMinor");
  if (!written) return true;
  await storeContract(context, written, { rowBefore: subscription });
  if (await moveRow(context, row, { state: "written" })) {
    const { db } = context;
    const { currency, effectiveAt } = row.change;
    const day = effectiveAt.toLocaleDateString("en-CA", { timeZone: context.shop.ianaTimezone });
    const amount = (minor: bigint | null) => `${formatMinor(Number(minor), currency)} ${currency}`;
    await db.transaction((tx) =>
      recordActivity(context, tx, {
        kind: "billing.price_changed",
        message: `The price changed from ${amount(row.beforeMinor)} to ${amount(row.afterMinor)} for charges from ${day} on.`,
        customerId: subscription.customerId,
        subscriptionId: subscription.id,
        details: { price_change_id: String(row.priceChangeId) },
      }),
    );
  } else if (await wasTakenBack(context, row)) await writeBack(context, subscription, row);
  return true;
}

/** Whether a row that we have written for was stopped or ended meanwhile; otherwise another worker has done the same. */
async function wasTakenBack({ db }: ShopContext, row: RowOfChange): Promise<boolean> {
  const { shopId, priceChangeId, subscriptionId } = row;
  const { state } = await db.prisma.priceChangeRow.findUniqueOrThrow({
    where: { shopId_priceChangeId_subscriptionId: { shopId, priceChangeId, subscriptionId } },
    select: { state: true },
  });
  return state !== "written" && state !== "done";
}

/**
 * Of a change that was stopped: nothing is charged at its price while the stop is under way. Where the stop could not give the old
 * price back, it ends here.
 */
async function alignStopped(
  context: ShopContext,
  subscription: Subscription,
  row: RowOfChange,
): Promise<boolean> {
  if (row.state === "told" || subscription.status !== "active") return false;
  const isBack = await writeBack(context, subscription, row);
  const wasSeen = row.pass >= row.change.pass;
  return isBack && wasSeen && moveRow(context, row, { state: "stopped", stoppedFrom: row.state });
}

/** Gives a contract its old price again. @returns false when the row has ended by that, or the contract is not active any more. */
export async function writeBack(
  context: ShopContext,
  subscription: Subscription,
  row: RowOfChange,
): Promise<boolean> {
  const contract = await write(context, subscription, row, "beforeMinor");
  if (contract) await storeContract(context, contract, { rowBefore: subscription });
  return contract !== null;
}

/**
 * Null when the contract keeps what it has: the row says why, or the contract is not active any more.
 *
 * @throws PlatformFailure refused, when the platform does not take the old price again: nothing is charged at the new one.
 */
async function write(
  context: ShopContext,
  subscription: Subscription,
  row: RowOfChange,
  wanted: "beforeMinor" | "afterMinor",
): Promise<PlatformContract | null> {
  const seen: { contract: PlatformContract | null; why: string } = { contract: null, why: GONE };
  try {
    const committed = await commitPrices(context, subscription, (contract) => {
      const found = pricesToWrite(contract, row, wanted);
      seen.contract = "why" in found ? null : contract;
      if ("why" in found) seen.why = found.why;
      return "why" in found ? null : { ...found, currency: contract.currency, nextBillingAt: null };
    });
    if (committed.outcome === "written") return committed.contract;
    if (committed.outcome === "not_active") return null;
    if (!seen.contract) await moveRow(context, row, { state: "left", note: seen.why });
    return seen.contract;
  } catch (error) {
    if (!isPlatformFailure(error) || error.kind !== "refused") throw error;
    if (wanted === "beforeMinor") throw error;
    const note = `The platform does not take the price: ${error.message}`;
    await moveRow(context, row, { state: "left", note });
    return null;
  }
}

/** No prices when the contract has them already; or why it keeps what it has. */
function pricesToWrite(
  contract: PlatformContract,
  row: RowOfChange,
  wanted: "beforeMinor" | "afterMinor",
): { prices: { lineGid: string; priceMinor: number }[] } | { why: string } {
  const known = new Map(readLinePrices(row).map((line) => [line.lineGid, line]));
  const planId = Number(row.change.plan.platformPlanId);
  const lines = contract.lines.filter(({ lineGid }) => known.has(lineGid));
  if (lines.some(({ sellingPlanId }) => sellingPlanId !== planId)) return { why: OTHER_PLAN };
  const isOurs = lines.every(({ lineGid, priceMinor }) => {
    const line = known.get(lineGid);
    return priceMinor === line?.beforeMinor || priceMinor === line?.afterMinor;
  });
  if (lines.length === 0 || !isOurs) return { why: CHANGED_MEANWHILE };
  const prices = lines.flatMap(({ lineGid, priceMinor }) => {
    const price = known.get(lineGid)?.[wanted];
    return price === undefined || price === priceMinor ? [] : [{ lineGid, priceMinor: price }];
  });
  return { prices };
}

const GONE = "The platform knows no such contract.";
const CHANGED_MEANWHILE = "Its price was changed otherwise meanwhile, so it was left as it is.";
const OTHER_PLAN = "It has another plan now, so its price was left as it is.";
