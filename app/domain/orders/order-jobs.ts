import { z } from "zod";
import { idText } from "#app/lib/id-text.ts";
import { defineJob, requestJob } from "#app/lib/queue.ts";
import type { Thing } from "../set-aside/thing.ts";

/** Reads one order from the platform into our rows. */
export const refreshOrderJob = defineJob({
  name: "refresh-order",
  payload: z.object({ shopId: idText, orderId: z.number().int() }),
  dedupeKey: ({ orderId }) => String(orderId),
  together: "follow-platform",
});

/** An order that may have to be set aside. @param name as the merchant knows it, where that is known. */
export function thingOfOrder(shopId: bigint, orderId: number, name: string | null = null): Thing {
  const again = requestJob(refreshOrderJob, { shopId, orderId });
  return { kind: "order", key: String(orderId), label: name, again };
}
