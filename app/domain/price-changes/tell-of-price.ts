import type { Customer, Plan, PriceChange, Subscription } from "#app/generated/prisma/client.ts";
import { deliveriesPerCharge } from "#app/lib/deliveries.ts";
import type { IntervalUnit } from "#app/lib/zoned-time.ts";
import { isDearer, noticeKeyOf } from "../billing/prices/price-change-row.ts";
import { LEAST_NOTICE_DAYS } from "../billing/prices/price-holds-from.ts";
import type { ShopContext } from "../context.ts";
import { queueMail } from "../mail/outbox/queue-mail.ts";
import { deliveryIntervalOf } from "../subscriptions/delivery-columns.ts";
import { linePricesOf } from "./new-price.ts";
import { noticeOf, type PriceNews } from "./notice-of-change.ts";

type Row = Subscription & { customer: Customer | null };

/**
 * Tells one customer of the new price, and writes down what each line is to cost: in one transaction, once, whoever does it and
 * however often. One that cannot get the price is left, with the reason.
 *
 * @throws PlatformFailure when the contract cannot be read.
 */
export async function tellOfPrice(
  context: ShopContext,
  change: PriceChange & { plan: Plan },
  subscription: Row,
): Promise<void> {
  const told = await readNews(context, change, subscription);
  const { shopId, id: priceChangeId } = change;
  const key = { shopId, priceChangeId, subscriptionId: subscription.id };
  await context.db.transaction(async (tx) => {
    const { count } = await tx.priceChangeRow.updateMany({
      where: { ...key, state: "waiting" },
      data:
        "why" in told
          ? { state: "left", note: told.why, endedAt: context.clock.now() }
          : {
              ...{ state: "told", answer: told.isAsked ? "asked" : null, isTold: true },
              ...{ prices: told.prices, beforeMinor: told.beforeMinor },
              afterMinor: told.afterMinor,
            },
    });
    if (count === 0 || "why" in told || subscription.customerId === null) return;
    const addressed = { customerId: subscription.customerId, causeKey: noticeKeyOf(key) };
    const notice = noticeOf(context, change, subscription, told);
    await queueMail(context, tx, { ...addressed, ...notice });
  });
}

type News = { why: string } | PriceNews;

async function readNews(
  context: ShopContext,
  change: PriceChange & { plan: Plan },
  subscription: Row,
): Promise<News> {
  if (subscription.status === "cancelled") return { why: "It was canceled before." };
  const contract = await context.platform.getContract(Number(subscription.platformContractId));
  if (!contract) return { why: "The platform knows no such contract." };
  const deliveries = deliveriesPerCharge(contract);
  if (change.fixedMinor !== null && deliveries !== deliveriesOfPlan(change.plan)) {
    return { why: `Each of its charges pays for ${deliveries} deliveries, unlike its plan's.` };
  }
  const lines = linePricesOf(contract, Number(change.plan.platformPlanId), change, subscription);
  if (lines.length === 0) return { why: "It has no paid line of this plan." };
  const sum = (name: "beforeMinor" | "afterMinor") =>
    lines.reduce((total, line) => total + line[name] * quantityOf(contract.lines, line.lineGid), 0);
  const beforeMinor = sum("beforeMinor");
  const afterMinor = sum("afterMinor");
  const hasTerms = change.termsNote !== null;
  const isSame = lines.every((line) => line.beforeMinor === line.afterMinor);
  if (isSame && !hasTerms) return { why: "It costs this already." };
  const needsNotice = isDearer(lines) || hasTerms;
  if (needsNotice && !subscription.customer?.email) return { why: NO_ADDRESS };
  return {
    ...{ prices: isSame ? [] : lines, beforeMinor, afterMinor },
    isAsked: needsNotice && change.silence !== "agrees",
  };
}

/** A price that is named is that of the plan's own deliveries. */
function deliveriesOfPlan(plan: Plan): number | null {
  const { intervalUnit: unit, intervalCount: count } = plan;
  const delivery = deliveryIntervalOf(plan);
  if (!delivery || unit === null || count === null) return 1;
  const interval = { unit: unit as IntervalUnit, count };
  return deliveriesPerCharge({ interval, deliveryInterval: delivery });
}

const NO_ADDRESS =
  "The customer has no email address, and cannot be told of a higher price or new terms.";

function quantityOf(lines: { lineGid: string; quantity: number }[], gid: string): number {
  return lines.find(({ lineGid }) => lineGid === gid)?.quantity ?? 0;
}

/** The earliest notice that a merchant is advised to choose. */
export const ADVISED_NOTICE_DAYS = Math.max(30, LEAST_NOTICE_DAYS);
