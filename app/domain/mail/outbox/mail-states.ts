import type { Mail } from "#app/generated/prisma/client.ts";
import type { Database } from "#app/lib/db.ts";
import { FEW_VALUES } from "#app/lib/one-way.ts";
import { shareWork } from "#app/lib/share-work.ts";
import type { ShopContext } from "../../context.ts";

// What is noted of mails that are sent at about the same time is one statement for all.

/** A mail that one run sends. Its `attempts` tell this claim from a later one. */
export type ClaimedMail = Pick<
  Mail,
  "shopId" | "id" | "kind" | "customerId" | "data" | "messageId" | "attempts" | "queuedAt"
>;

type MailKey = Pick<Mail, "shopId" | "id">;

/**
 * Claims a mail for sending; null when nothing is to be done for it. One that another run has claimed and not handed
 * over is taken from it: that run is dead, or finds out before it ends its mail.
 */
export function claimMail({ db, shop }: ShopContext, id: bigint): Promise<ClaimedMail | null> {
  return claimTogether(db, { shopId: shop.id, id });
}

const claimTogether = shareWork({
  most: FEW_VALUES,
  keyOf: ({ id }: MailKey) => String(id),
  work: async ({ prisma }: Database, keys: readonly MailKey[]) => {
    const mails = await prisma.mail.updateManyAndReturn({
      where: {
        shopId: keys[0]?.shopId ?? 0n,
        id: { in: keys.map(({ id }) => id) },
        state: { in: ["queued", "sending"] },
      },
      data: { state: "sending", attempts: { increment: 1 } },
    });
    const byId = new Map(mails.map((mail) => [mail.id, mail]));
    return keys.map(({ id }) => byId.get(id) ?? null);
  },
});

/**
 * Notes, before a mail's end is sent, that nobody can take it back. A process that dies from here on leaves it
 * `unknown`.
 *
 * @throws Error when another run has claimed the mail: this one must not end it.
 */
export async function markHandedOver({ db }: ShopContext, mail: ClaimedMail): Promise<void> {
  if (!(await handOverTogether(db, mail))) throw new Error("another run sends this mail");
}

const HANDED_OVER = "The worker ended before the mail server's answer was noted.";

/** Whether each is still this run's. */
const handOverTogether = shareWork({
  most: FEW_VALUES,
  keyOf: ({ id }: ClaimedMail) => String(id),
  work: async ({ prisma }: Database, mails: readonly ClaimedMail[]) => {
    const ids = mails.map(({ id }) => id);
    const rows = await prisma.$queryRaw<{ id: bigint }[]>`
      UPDATE mails SET state = 'unknown', reason = ${HANDED_OVER}
      WHERE shop_id = ${mails[0]?.shopId} AND id = ANY (${ids}::bigint[]) AND state = 'sending' AND (id, attempts) IN (
        SELECT c.id, c.attempts
        FROM unnest(${ids}::bigint[], ${mails.map(({ attempts }) => attempts)}::int[]) AS c (id, attempts))
      RETURNING id`;
    const own = new Set(rows.map(({ id }) => id));
    return ids.map((id) => own.has(id));
  },
});

/** Notes what became of a mail for good. What it was to say is no longer kept. */
export async function endMail(
  { db, clock }: ShopContext,
  mail: ClaimedMail,
  state: "sent" | "failed" | "suppressed" | "unknown",
  reason: string | null,
  locale: string | null = null,
): Promise<void> {
  const sentAt = state === "sent" ? clock.now() : null;
  await endTogether(db, { mail, state, reason, locale, sentAt });
}

interface MailEnd extends Pick<Mail, "state" | "reason" | "locale" | "sentAt"> {
  mail: ClaimedMail;
}

const endTogether = shareWork({
  most: FEW_VALUES,
  keyOf: ({ mail }: MailEnd) => String(mail.id),
  work: async ({ prisma }: Database, ends: readonly MailEnd[]) => {
    const ids = ends.map(({ mail }) => mail.id);
    await prisma.$executeRaw`
      UPDATE mails AS m
      SET state = e.state, reason = e.reason, locale = e.locale, sent_at = e.sent_at, data = NULL
      FROM unnest(${ids}::bigint[], ${ends.map(({ mail }) => mail.attempts)}::int[], ${ends.map(({ state }) => state)}::text[],
        ${ends.map(({ reason }) => reason)}::text[], ${ends.map(({ locale }) => locale)}::text[],
        ${ends.map(({ sentAt }) => sentAt)}::timestamptz[]) AS e (id, attempts, state, reason, locale, sent_at)
      WHERE m.shop_id = ${ends[0]?.mail.shopId} AND m.id = ANY (${ids}::bigint[]) AND m.id = e.id
        AND m.attempts = e.attempts AND m.state IN ('sending', 'unknown')`;
    return ends;
  },
});
