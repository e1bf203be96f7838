import { addRetry } from "#app/lib/queue.ts";
import type { ShopContext } from "../../context.ts";
import { sendMailJob } from "../mail-jobs.ts";
import { stopAddress } from "../suppressions/stop-address.ts";
import { type ClaimedMail, claimMail, endMail, markHandedOver } from "./mail-states.ts";
import { prepareMail } from "./prepare-mail.ts";

/** How long a mail server that does not take a mail is asked again. In machine time. */
const PATIENCE_MS = 3 * 86_400_000;
const MOST_MINUTES = 240;

/**
 * Sends a mail of the outbox, once. Safe to repeat, and to run twice at once: who claimed it last sends it, and only as
 * long as the mail server has not been told its end. From there on it is `unknown` until the answer is noted, and is not sent
 * again, because the answer may have been yes. Calls the network.
 */
export async function sendMail(context: ShopContext, mailId: bigint): Promise<void> {
  const mail = await claimMail(context, mailId);
  if (!mail) return;
  const { transport } = context.mail;
  if (!transport) {
    return endMail(context, mail, "suppressed", "No mail server is set up (SMTP_URL).");
  }
  const prepared = await prepareMail(context, mail);
  if ("suppressed" in prepared) {
    return endMail(context, mail, "suppressed", prepared.suppressed);
  }
  const result = await transport.send(prepared.outgoing, () => markHandedOver(context, mail));
  switch (result.outcome) {
    case "accepted":
      return endMail(context, mail, "sent", null, prepared.locale);
    case "unknown":
      return endMail(context, mail, "unknown", `The mail server did not answer: ${result.reason}`);
    case "postponed":
      return postpone(context, mail, result.reason);
    case "refused":
      await endMail(context, mail, "failed", result.reason);
      if (result.isAddressDead) {
        const { customerId } = mail;
        const address = prepared.outgoing.to;
        await stopAddress(context, { address, customerId, scope: "every", reason: result.reason });
      }
  }
}

async function postpone(context: ShopContext, mail: ClaimedMail, reason: string): Promise<void> {
  if (Date.now() - mail.queuedAt.getTime() > PATIENCE_MS) {
    return endMail(context, mail, "failed", reason);
  }
  const minutes = Math.min(MOST_MINUTES, 2 ** (mail.attempts - 1));
  const { shopId, id, attempts } = mail;
  await context.db.transaction(async (tx) => {
    const { count } = await tx.mail.updateMany({
      where: { shopId, id, attempts, state: { in: ["sending", "unknown"] } },
      data: { state: "queued", reason },
    });
    if (count === 0) return;
    const runAt = new Date(Date.now() + minutes * 60_000);
    await addRetry(tx, sendMailJob, { shopId, mailId: id }, { runAt, reason });
  });
}
