import { z } from "zod";
import { idText } from "#app/lib/id-text.ts";
import { defineJob, requestJob } from "#app/lib/queue.ts";
import type { Thing } from "../set-aside/thing.ts";

/** Reads one customer from the platform into our row. */
export const refreshCustomerJob = defineJob({
  name: "refresh-customer",
  payload: z.object({ shopId: idText, customerId: z.number().int() }),
  dedupeKey: ({ customerId }) => String(customerId),
  together: "follow-platform",
});

/** A customer who may have to be set aside. A name would be personal data. */
export function thingOfCustomer(shopId: bigint, customerId: number): Thing {
  const again = requestJob(refreshCustomerJob, { shopId, customerId });
  return { kind: "customer", key: String(customerId), label: null, again };
}

/** Follows two customers (the platform's numbers) that became one on the platform. */
export const followMergeJob = defineJob({
  name: "follow-merge",
  payload: z.object({
    shopId: idText,
    goneId: z.number().int(),
    keptId: z.number().int(),
    /** The platform says so; otherwise it is only likely, and the customer may be there still. */
    isAnnounced: z.boolean(),
  }),
  dedupeKey: ({ goneId, isAnnounced }) => `${goneId}/${isAnnounced ? "announced" : "likely"}`,
});
