import type { ShopContext } from "../context.ts";
import type { EventOf } from "../events/catalogue.ts";
import { queueMail } from "../mail/outbox/queue-mail.ts";

/** Each pause is announced once; one that only gets another end is not announced again. */
export async function tellOfPause(
  context: ShopContext,
  { id, data }: EventOf<"subscription.paused">,
): Promise<void> {
  const { customer_id, plan_name, paused_until } = data;
  if (customer_id === null) return;
  await context.db.transaction((tx) =>
    queueMail(context, tx, {
      kind: "subscription_paused",
      customerId: BigInt(customer_id),
      causeKey: `event:${id}`,
      data: {
        planName: plan_name,
        pausedUntil: paused_until === null ? null : new Date(paused_until),
      },
    }),
  );
}
