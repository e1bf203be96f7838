import { formatDate } from "#app/lib/zoned-time.ts";
import { plannedMinor, readLeavingDiscounts } from "../churn/activation/leaving-discounts.ts";
import type { ShopContext } from "../context.ts";
import type { EventOf } from "../events/catalogue.ts";
import { planCharge } from "../mail/kinds/planned-charge.ts";
import { queueMail } from "../mail/outbox/queue-mail.ts";

/**
 * Tells that a pause has ended, whoever ended it: charges come again. Once for a day and a date of the next charge, however often
 * somebody has paused and resumed.
 */
export async function tellOfResumption(
  context: ShopContext,
  { data, createdAt }: EventOf<"subscription.resumed">,
): Promise<void> {
  if (data.customer_id === null) return;
  const { db, shop } = context;
  const id = BigInt(data.subscription_id);
  const row = await db.prisma.subscription.findUniqueOrThrow({
    where: { shopId_id: { shopId: shop.id, id } },
    select: { nextChargeMinor: true, priceMinor: true, deliveryMinor: true },
  });
  const leaving = await readLeavingDiscounts(db.prisma, shop.id, [id]);
  const { subscription_id, plan_name, next_billing_at, currency } = data;
  const dayOf = (instant: Date) => formatDate(instant, shop.ianaTimezone);
  const nextChargeAt = next_billing_at === null ? null : new Date(next_billing_at);
  const minor = plannedMinor(row, nextChargeAt, leaving.get(id) ?? []);
  const next = nextChargeAt ? dayOf(nextChargeAt) : "open";
  const customerId = BigInt(data.customer_id);
  await db.transaction((tx) =>
    queueMail(context, tx, {
      kind: "subscription_resumed",
      customerId,
      causeKey: `subscription:${subscription_id}:resumed:${dayOf(createdAt)}:${next}`,
      data: {
        ...{ planName: plan_name, nextChargeAt },
        amount: minor === null ? null : planCharge(shop, minor, currency),
      },
    }),
  );
}
