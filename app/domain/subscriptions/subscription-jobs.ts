import { z } from "zod";
import { idText } from "#app/lib/id-text.ts";
import { defineJob, requestJob } from "#app/lib/queue.ts";
import { defineTask } from "../schedule/schedule-task.ts";
import type { Thing } from "../set-aside/thing.ts";

/** Reads one contract from the platform into our row, and does what its new state asks. */
export const refreshContractJob = defineJob({
  name: "refresh-contract",
  payload: z.object({ shopId: idText, contractId: z.number().int() }),
  dedupeKey: ({ contractId }) => String(contractId),
  together: "follow-platform",
});

/** Reads again the contracts of a customer (the platform's number) that are paid with a method of which the platform has told. */
export const followPaymentMethodJob = defineJob({
  name: "follow-payment-method",
  payload: z.object({
    shopId: idText,
    platformCustomerId: z.number().int(),
    paymentMethod: z.string(),
    /** When it was renewed, by the machine's clock as ISO 8601; null when it was revoked. */
    renewedAt: z.string().nullable(),
  }),
  dedupeKey: ({ paymentMethod, renewedAt }) => `${paymentMethod}@${renewedAt ?? "revoked"}`,
});

/** A contract that may have to be set aside. */
export function thingOfContract(shopId: bigint, contractId: number): Thing {
  const again = requestJob(refreshContractJob, { shopId, contractId });
  return { kind: "contract", key: String(contractId), label: null, again };
}

/** Writes what the storefront renders of one customer's subscriptions (internal id). */
export const publishCustomerJob = defineJob({
  name: "publish-customer",
  payload: z.object({ shopId: idText, customerId: idText }),
  dedupeKey: ({ customerId }) => String(customerId),
  together: "publish-customers",
});

/** Writes the copy again on the day on which something in it ends. */
export const republishCustomerTask = defineTask({
  kind: "republish-customer",
  payload: z.object({ customerId: idText }),
  key: ({ customerId }, dueAt) => `${customerId}@${dueAt.toISOString()}`,
});

/** Writes the translations of the plans' names for the storefront. */
export const publishPlanNamesJob = defineJob({
  name: "publish-plan-names",
  payload: z.object({ shopId: idText }),
  dedupeKey: () => "names",
  isSerial: true,
});

/** Ends a pause, unless it was given another end; `until` is an ISO 8601 instant. */
export const resumeSubscriptionTask = defineTask({
  kind: "resume-subscription",
  payload: z.object({ subscriptionId: idText, until: z.string() }),
  key: ({ subscriptionId, until }) => `${subscriptionId}:${Date.parse(until)}`,
});

/** Cancels on the platform a contract that came beside another one, or after its import was taken back. */
export const cancelSecondContractTask = defineTask({
  kind: "cancel-second-contract",
  payload: z.object({
    subscriptionId: idText,
    /** Whose wish it was that there is one contract, or none. */
    wishOf: z.enum(["customer", "merchant"]).default("customer"),
  }),
  key: ({ subscriptionId }) => String(subscriptionId),
});
