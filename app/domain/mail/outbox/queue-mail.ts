import { z } from "zod";
import { type LastWrite, writeLast } from "#app/lib/before-commit.ts";
import type { Queries } from "#app/lib/db.ts";
import { insertRows, type NewRow } from "#app/lib/insert-rows.ts";
import { addJobs, requestJob } from "#app/lib/queue.ts";
import type { ShopContext } from "../../context.ts";
import { type MailData, type MailKind, mailKindOf } from "../kinds/mail-kinds.ts";
import { sendMailJob } from "../mail-jobs.ts";
import { mailSettingsIn } from "../settings/mail-settings.ts";

/**
 * Puts a mail to a customer into the outbox, in the transaction of its cause: it is sent exactly if that was committed. A
 * second mail for one cause is not made, whatever its kind. A kind that the merchant has switched off is only noted.
 *
 * @param mail.causeKey what the mail is for, for example `charge:123:failed`. Never used for anything else in the store.
 * @throws z.ZodError when the data is not the kind's: a mistake of the caller's.
 */
export async function queueMail<K extends MailKind>(
  context: Pick<ShopContext, "shop" | "clock">,
  tx: Queries,
  mail: { kind: K; customerId: bigint; causeKey: string; data: MailData<K> },
): Promise<void> {
  const { kind, customerId, causeKey, data } = mail;
  const shopId = context.shop.id;
  const { kindsOff } = await mailSettingsIn(tx, shopId);
  const isOff = kindsOff.includes(kind) && !mailKindOf(kind).isRequired;
  const row = {
    ...{ shopId, customerId, kind, causeKey, createdAt: context.clock.now() },
    ...(isOff
      ? { state: "suppressed", reason: "Emails of this kind are switched off." }
      : { state: "queued", data: z.encode(mailKindOf(kind).data, data) as object }),
  };
  await writeLast(tx, MAILS, [row]);
}

/** After what takes the store's lock: two transactions may write a mail for the same cause. */
const MAILS: LastWrite<Queries, NewRow<"Mail">> = {
  turn: 6,
  write: async (tx, rows) => {
    // In one order, so that two that write the same ones cannot deadlock.
    const inOrder = rows.toSorted((one, other) => (one.causeKey < other.causeKey ? -1 : 1));
    const made = await insertRows(tx, "Mail", inOrder, { skipDuplicates: true });
    const queued = made.filter(({ state }) => state === "queued");
    await addJobs(
      tx,
      queued.map(({ shopId, id: mailId }) => requestJob(sendMailJob, { shopId, mailId })),
    );
  },
};
