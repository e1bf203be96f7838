import { z } from "zod";
import { idText } from "#app/lib/id-text.ts";
import { defineJob } from "#app/lib/queue.ts";
import { defineTask } from "../schedule/schedule-task.ts";

/** Reads an order from the platform and settles the store credit that it used, or gave back. */
export const settleOrderCreditJob = defineJob({
  name: "settle-order-credit",
  payload: z.object({ shopId: idText, orderId: z.number().int() }),
  dedupeKey: ({ orderId }) => String(orderId),
});

/** Writes what the storefront shows of one customer's credit (internal id). */
export const publishStoreCreditJob = defineJob({
  name: "publish-store-credit",
  payload: z.object({ shopId: idText, customerId: idText }),
  dedupeKey: ({ customerId }) => String(customerId),
  together: "publish-customers",
});

/**
 * Runs a bulk grant to the members of a plan. The kind and payload are stored in `due_tasks`, so they keep
 * their old names.
 */
export const bulkGrantTask = defineTask({
  kind: "grant-to-plan",
  payload: z.object({ runId: idText }),
  key: ({ runId }) => String(runId),
});

/** Applies a confirmed file of adjustments. */
export const applyCreditFileTask = defineTask({
  kind: "apply-credit-file",
  payload: z.object({ fileId: idText }),
  key: ({ fileId }) => String(fileId),
});

/** Releases the credit held for a checkout that was never completed. */
export const releaseHoldTask = defineTask({
  kind: "release-hold",
  payload: z.object({ holdId: idText }),
  key: ({ holdId }) => String(holdId),
});
