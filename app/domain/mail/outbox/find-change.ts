import { formatDate } from "#app/lib/zoned-time.ts";
import type { ShopContext } from "../../context.ts";

/** What has to be so when a mail is sent, and may not be any more. */
export type MailSubject =
  /** A charge is to come. */
  | { kind: "charge"; subscriptionId: bigint; chargeAt: Date }
  /** A charge is not paid. */
  | { kind: "unpaid"; subscriptionId: bigint; cycleIndex: number }
  /** A payment waits for its customer. */
  | { kind: "unconfirmed"; attemptId: bigint };

type Reading = Pick<ShopContext, "db" | "shop" | "clock">;

/**
 * Why what a mail says is not true any more; null while it is. A mail may wait for days for its mail server, and by then nobody
 * is told of a charge that was made, moved or skipped, nor asked for what is paid.
 */
export function findChange(context: Reading, subject: MailSubject): Promise<string | null> {
  switch (subject.kind) {
    case "charge":
      return findMove(context, subject);
    case "unpaid":
      return findPayment(context, subject);
    case "unconfirmed":
      return findEnd(context, subject);
  }
}

type Of<K extends MailSubject["kind"]> = Extract<MailSubject, { kind: K }>;

async function findMove(
  { db, shop, clock }: Reading,
  { subscriptionId, chargeAt }: Of<"charge">,
): Promise<string | null> {
  const row = await db.prisma.subscription.findUnique({
    where: { shopId_id: { shopId: shop.id, id: subscriptionId } },
    select: { status: true, nextBillingAt: true },
  });
  if (row?.status !== "active") return "The subscription is not active any more.";
  const dayOf = (instant: Date) => formatDate(instant, shop.ianaTimezone);
  const { nextBillingAt } = row;
  const isToCome = nextBillingAt && nextBillingAt > clock.now();
  return isToCome && dayOf(nextBillingAt) === dayOf(chargeAt)
    ? null
    : "The charge was made, moved or skipped before the email was sent.";
}

async function findPayment(
  { db, shop }: Reading,
  { subscriptionId, cycleIndex }: Of<"unpaid">,
): Promise<string | null> {
  const where = {
    shopId_subscriptionId_cycleIndex: { shopId: shop.id, subscriptionId, cycleIndex },
  };
  const cycle = await db.prisma.billingCycle.findUnique({ where, select: { state: true } });
  return cycle?.state === "paid" ? "The charge was paid before the email was sent." : null;
}

async function findEnd(
  { db, shop }: Reading,
  { attemptId }: Of<"unconfirmed">,
): Promise<string | null> {
  const where = { shopId_id: { shopId: shop.id, id: attemptId } };
  const attempt = await db.prisma.billingAttempt.findUnique({ where, select: { status: true } });
  return attempt?.status === "pending"
    ? null
    : "The payment was confirmed, or failed, before the email was sent.";
}
