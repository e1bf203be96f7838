import { z } from "zod";
import { idText } from "#app/lib/id-text.ts";
import { defineJob } from "#app/lib/queue.ts";

/** Sends a mail of the outbox. */
export const sendMailJob = defineJob({
  name: "send-mail",
  payload: z.object({ shopId: idText, mailId: idText }),
  dedupeKey: ({ mailId }) => String(mailId),
  isPatient: true,
  together: "send-mails",
});
