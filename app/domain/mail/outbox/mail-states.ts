import { type Mail, Prisma } from "#app/generated/prisma/client.ts";
import type { ShopContext } from "../../context.ts";

/** A mail that one run sends. Its `attempts` tell this claim from a later one. */
export type ClaimedMail = Pick<
  Mail,
  "shopId" | "id" | "kind" | "customerId" | "data" | "messageId" | "attempts" | "queuedAt"
>;

/**
 * Claims a mail for sending; null when nothing is to be done for it. One that another run has claimed and not handed
 * over is taken from it: that run is dead, or finds out before it ends its mail.
 */
export async function claimMail(
  { db, shop }: ShopContext,
  id: bigint,
): Promise<ClaimedMail | null> {
  const [mail] = await db.prisma.mail.updateManyAndReturn({
    where: { shopId: shop.id, id, state: { in: ["queued", "sending"] } },
    data: { state: "sending", attempts: { increment: 1 } },
  });
  return mail ?? null;
}

/**
 * Notes, before a mail's end is sent, that nobody can take it back. A process that dies from here on leaves it
 * `unknown`.
 *
 * @throws Error when another run has claimed the mail: this one must not end it.
 */
export async function markHandedOver({ db }: ShopContext, mail: ClaimedMail): Promise<void> {
  const { shopId, id, attempts } = mail;
  const { count } = await db.prisma.mail.updateMany({
    where: { shopId, id, attempts, state: "sending" },
    data: {
      state: "unknown",
      reason: "The worker ended before the mail server's answer was noted.",
    },
  });
  if (count === 0) throw new Error("another run sends this mail");
}

/** Notes what became of a mail for good. What it was to say is no longer kept. */
export async function endMail(
  { db, clock }: ShopContext,
  mail: ClaimedMail,
  state: "sent" | "failed" | "suppressed" | "unknown",
  reason: string | null,
  locale: string | null = null,
): Promise<void> {
  const { shopId, id, attempts } = mail;
  await db.prisma.mail.updateMany({
    where: { shopId, id, attempts, state: { in: ["sending", "unknown"] } },
    data: {
      ...{ state, reason, locale, data: Prisma.DbNull },
      sentAt: state === "sent" ? clock.now() : null,
    },
  });
}
