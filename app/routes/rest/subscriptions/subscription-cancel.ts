import { z } from "zod";
import { cancelSubscription } from "#app/domain/subscriptions/cancel-subscription.ts";
import { REASON_ALIASES } from "#app/domain/subscriptions/cancellation-reasons.ts";
import { declareRoute } from "#app/http/declare-route.ts";
import { oneRecordSchema, prefixedId } from "#app/routes/rest/envelope.ts";
import { restApi } from "#app/routes/rest/rest-api.ts";
import { changeSubscription } from "#app/routes/rest/subscriptions/change-subscription.ts";
import { subscriptionRecordSchema } from "#app/routes/rest/subscriptions/subscription-record.ts";

const reason = z.enum(REASON_ALIASES, { error: `Must be one of: ${REASON_ALIASES.join(", ")}.` });

export const action = declareRoute({
  api: restApi,
  method: "POST",
  path: "/api/v1/subscriptions/{subscription_id}/cancel",
  scope: "core:write",
  operationId: "cancelSubscription",
  summary: "Cancels a subscription for good",
  description: "Cancelling a cancelled one answers it unchanged.",
  idempotent: true,
  params: z.object({ subscription_id: prefixedId("sub") }),
  body: z
    .strictObject({
      reason: reason.nullish().meta({
        description: "The alias of a cancellation reason; null or left out: none is recorded.",
        example: "too_expensive",
      }),
    })
    .optional(),
  answer: oneRecordSchema(subscriptionRecordSchema),
  errors: ["not_found", "idempotency_conflict", "platform_refused", "platform_unavailable"],
  handle: (call) => {
    const given = call.body?.reason ?? null;
    return changeSubscription(
      call,
      { subscriptionId: call.params.subscription_id, action: "cancel", body: { reason: given } },
      (subscription) => cancelSubscription(call.context, subscription, given),
    );
  },
});
