import { z } from "zod";
import { idText } from "#app/lib/id-text.ts";
import { defineJob } from "#app/lib/queue.ts";
import { defineTask } from "../schedule/schedule-task.ts";

/** Writes the cancel flow's reasons and contact address for the storefront. */
export const publishCancelFlowJob = defineJob({
  name: "publish-cancel-flow",
  payload: z.object({ shopId: idText }),
  dedupeKey: () => "settings",
  isSerial: true,
});

/** Finishes an activation whose request got no answer from the platform. */
export const settleActivationJob = defineJob({
  name: "settle-activation",
  payload: z.object({ shopId: idText, appliedOfferId: idText }),
  dedupeKey: ({ appliedOfferId }) => String(appliedOfferId),
});

/** Asks why an active offer's discount is missing on its contract, and settles the offer by the answer. */
export const settleVanishedDiscountJob = defineJob({
  name: "settle-vanished-discount",
  payload: z.object({ shopId: idText, appliedOfferId: idText }),
  dedupeKey: ({ appliedOfferId }) => String(appliedOfferId),
});

/** Withdraws the effect of an applied offer whose grace is over. */
export const endGraceTask = defineTask({
  kind: "end-grace",
  payload: z.object({ appliedOfferId: idText }),
  key: ({ appliedOfferId }) => String(appliedOfferId),
});
