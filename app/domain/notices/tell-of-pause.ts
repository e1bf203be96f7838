import { formatDate } from "#app/lib/zoned-time.ts";
import type { ShopContext } from "../context.ts";
import type { EventOf } from "../events/catalogue.ts";
import { queueMail } from "../mail/outbox/queue-mail.ts";

/**
 * Announces a pause, and a running one that ends on another day than the customer was told of. Pauses on one day with one end
 * are announced once, however often somebody has tried them.
 */
export async function tellOfPause(
  context: ShopContext,
  event: EventOf<"subscription.paused" | "subscription.updated">,
): Promise<void> {
  const { customer_id, subscription_id, plan_name, paused_until, status } = event.data;
  if (customer_id === null || status !== "paused") return;
  const customerId = BigInt(customer_id);
  const pausedUntil = paused_until === null ? null : new Date(paused_until);
  const dayOf = (instant: Date) => formatDate(instant, context.shop.ianaTimezone);
  const until = pausedUntil ? dayOf(pausedUntil) : "open";
  const today = dayOf(event.createdAt);
  const told = await readLastTold(context, customerId, subscription_id);
  const isPause = event.kind === "subscription.paused";
  const isNews = told ? told.until !== until || (isPause && told.on !== today) : isPause;
  if (!isNews) return;
  await context.db.transaction((tx) =>
    queueMail(context, tx, {
      kind: "subscription_paused",
      customerId,
      causeKey: `${prefixOf(subscription_id)}${event.id}:${today}:${until}`,
      data: { planName: plan_name, pausedUntil },
    }),
  );
}

const prefixOf = (subscriptionId: string) => `subscription:${subscriptionId}:paused:`;

/** What the customer was last told of a pause. A mail's data goes when it is sent; its cause says enough. */
async function readLastTold(
  { db, shop }: ShopContext,
  customerId: bigint,
  subscriptionId: string,
): Promise<{ on: string; until: string } | null> {
  const prefix = prefixOf(subscriptionId);
  const mail = await db.prisma.mail.findFirst({
    where: {
      ...{ shopId: shop.id, customerId, kind: "subscription_paused" },
      causeKey: { startsWith: prefix },
    },
    orderBy: { id: "desc" },
    select: { causeKey: true },
  });
  if (!mail) return null;
  const [, on = "", until = ""] = mail.causeKey.slice(prefix.length).split(":");
  return { on, until };
}
