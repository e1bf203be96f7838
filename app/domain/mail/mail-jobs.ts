import { z } from "zod";
import { defineJob, idText } from "#app/lib/queue.ts";

/** Sends a mail of the outbox. */
export const sendMailJob = defineJob({
  name: "send-mail",
  payload: z.object({ shopId: idText, mailId: idText }),
  dedupeKey: ({ mailId }) => String(mailId),
  isPatient: true,
});
