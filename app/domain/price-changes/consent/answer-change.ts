import { formatMinor } from "#app/lib/money.ts";
import { formatDate } from "#app/lib/zoned-time.ts";
import { recordActivity } from "../../activity/record-activity.ts";
import { billSubscriptionTask } from "../../billing/charging/billing-tasks.ts";
import { readLinePrices } from "../../billing/prices/price-change-row.ts";
import type { Actor } from "../../context.ts";
import { scheduleTask } from "../../schedule/schedule-task.ts";
import { answerTextOf, consentWordsOf } from "./consent-words.ts";
import { type AskedCustomer, findAskedOf } from "./find-asked.ts";

export type ChangeAnswer = "agreed" | "declined";

const CUSTOMER: Actor = { kind: "customer", name: null };

/**
 * Writes down what a customer says to a change of price or terms, with the time and the text that they agreed to. The first
 * answer counts; one that comes after the day, after a stop, or after the subscription was canceled changes nothing. To
 * decline is possible where silence keeps the price: otherwise the way is to cancel. Safe to repeat, and to send twice at once.
 *
 * @returns how it stands then.
 */
export async function answerChange(
  asked: AskedCustomer,
  answer: ChangeAnswer,
): Promise<AskedCustomer> {
  if (asked.standing !== "open") return asked;
  const { row, subscription } = asked;
  if (answer === "declined" && row.change.silence !== "keeps") return asked;
  const context = { ...asked.context, actor: CUSTOMER };
  const { clock } = context;
  const { shopId, priceChangeId, subscriptionId } = row;
  await context.db.transaction(async (tx) => {
    // A stop waits for the answer, or we see it.
    const live = await tx.$queryRaw<{ found: number }[]>`
      SELECT 1 AS found FROM price_changes WHERE shop_id = ${shopId} AND id = ${priceChangeId} AND stopped_at IS NULL
      FOR SHARE`;
    if (live.length === 0) return;
    const now = clock.now();
    const text = answer === "agreed" ? answerTextOf(consentWordsOf(asked)) : null;
    const { count } = await tx.priceChangeRow.updateMany({
      where: { shopId, priceChangeId, subscriptionId, state: "told", answer: "asked" },
      data: {
        ...{ answer, answeredAt: now, answerText: text },
        ...(answer === "declined" && { state: "left", note: DECLINED, endedAt: now }),
      },
    });
    if (count === 0) return;
    await recordActivity(context, tx, {
      kind: `billing.change_${answer}`,
      message: messageOf(asked, answer),
      customerId: subscription.customerId,
      subscriptionId,
      details: { price_change_id: String(priceChangeId) },
    });
    // Its next charge may be the first with the new price: it is shown so at once.
    if (answer === "agreed") {
      await scheduleTask(context, tx, billSubscriptionTask, { subscriptionId }, now);
    }
  });
  const ids = { changeId: priceChangeId, subscriptionId };
  return (await findAskedOf(context, ids)) ?? asked;
}

const DECLINED = "The customer did not agree: price and terms stay.";

function messageOf({ row, context }: AskedCustomer, answer: ChangeAnswer): string {
  const { beforeMinor, afterMinor, change } = row;
  const amount = (minor: bigint | null) =>
    `${formatMinor(Number(minor), change.currency)} ${change.currency}`;
  const day = formatDate(change.effectiveAt, context.shop.ianaTimezone);
  const what =
    readLinePrices(row).length === 0
      ? `new terms from ${day} on`
      : `${amount(afterMinor)} in place of ${amount(beforeMinor)} for charges from ${day} on`;
  return answer === "agreed"
    ? `The customer agreed to ${what}.`
    : `The customer did not agree to ${what}: price and terms stay.`;
}
