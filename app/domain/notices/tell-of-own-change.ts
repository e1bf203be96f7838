import type { ShopContext } from "../context.ts";
import type { EventOf } from "../events/catalogue.ts";
import { planCharge } from "../mail/kinds/planned-charge.ts";
import { queueMail } from "../mail/outbox/queue-mail.ts";

/** The receipt of a change by the customer: what was changed, and what is charged next. */
export async function tellOfOwnChange(
  context: ShopContext,
  { id, data }: EventOf<"own_change.made">,
): Promise<void> {
  if (data.customer_id === null) return;
  const { db, shop } = context;
  const { planName } = await db.prisma.subscription.findUniqueOrThrow({
    where: { shopId_id: { shopId: shop.id, id: BigInt(data.subscription_id) } },
    select: { planName: true },
  });
  const { change, line_title, from, to, next_billing_at, next_charge_minor, currency } = data;
  const customerId = BigInt(data.customer_id);
  await db.transaction((tx) =>
    queueMail(context, tx, {
      kind: "subscription_changed",
      customerId,
      causeKey: `own_change:${id}`,
      data: {
        ...{ planName, change, from, to, lineTitle: line_title },
        nextChargeAt: next_billing_at === null ? null : new Date(next_billing_at),
        amount: next_charge_minor === null ? null : planCharge(shop, next_charge_minor, currency),
      },
    }),
  );
}
