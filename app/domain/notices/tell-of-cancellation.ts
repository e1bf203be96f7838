import { endedUnanswered } from "../billing/prices/consent/end-unanswered.ts";
import { readCancellationSummary } from "../cancel-flow/read-cancellation-summary.ts";
import type { ShopContext } from "../context.ts";
import type { EventOf } from "../events/catalogue.ts";
import { queueMail } from "../mail/outbox/queue-mail.ts";

/** The receipt: what was cancelled, until when it is paid, what stays of the customer's credit and what goes when. */
export async function tellOfCancellation(
  context: ShopContext,
  { data, createdAt }: EventOf<"subscription.cancelled">,
): Promise<void> {
  const { shop, db } = context;
  const subscription = await db.prisma.subscription.findUniqueOrThrow({
    where: { shopId_id: { shopId: shop.id, id: BigInt(data.subscription_id) } },
  });
  const { customerId, endsAt, planName, importState } = subscription;
  // Who undoes an import has only tried one: the customer's subscription goes on at the old app.
  if (customerId === null || importState === "undone") return;
  // A withdrawal has its receipt since it was declared.
  if (subscription.withdrawnAt) return;
  const { storeCreditMinor, forfeitedCreditMinor, endingCredit, currency } =
    await readCancellationSummary(context, subscription);
  const cancelledAt = subscription.cancelledAt ?? createdAt;
  const isPaidFurther = endsAt !== null && endsAt > cancelledAt;
  const ending = [
    ...endingCredit.map(({ amountMinor, date }) => ({ minor: amountMinor, currency, until: date })),
    ...(forfeitedCreditMinor > 0 && isPaidFurther
      ? [{ minor: forfeitedCreditMinor, currency, until: endsAt }]
      : []),
  ];
  const why = (await endedUnanswered(context, subscription)) ? ("noAnswer" as const) : null;
  await db.transaction((tx) =>
    queueMail(context, tx, {
      kind: "subscription_cancelled",
      customerId,
      // A cancelled contract never comes back.
      causeKey: `subscription:${subscription.id}:cancelled`,
      data: {
        planName,
        cancelledAt,
        endsAt: isPaidFurther ? endsAt : null,
        creditKept: storeCreditMinor > 0 ? { minor: storeCreditMinor, currency } : null,
        creditEnding: ending.slice(0, 10),
        why,
      },
    }),
  );
}
