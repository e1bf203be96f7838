import { z } from "zod";
import { pauseSubscription } from "#app/domain/subscriptions/pauses/pause-subscription.ts";
import { declareRoute } from "#app/http/declare-route.ts";
import { oneRecordSchema, prefixedId } from "#app/routes/rest/envelope.ts";
import { restApi } from "#app/routes/rest/rest-api.ts";
import { changeSubscription } from "#app/routes/rest/subscriptions/change-subscription.ts";
import { subscriptionRecordSchema } from "#app/routes/rest/subscriptions/subscription-record.ts";

const message = "Must be a whole number of days, from 1 to 365.";

export const action = declareRoute({
  api: restApi,
  method: "POST",
  path: "/api/v1/subscriptions/{subscription_id}/pause",
  scope: "core:write",
  operationId: "pauseSubscription",
  summary: "Pauses a subscription for a number of days",
  description:
    "It resumes by itself at paused_until, and its next billing date moves on by the time it was paused, to the first of its fixed days after that where it is always charged on the same days. " +
    "Pausing a paused one sets the new duration. A cancelled one is refused.",
  idempotent: true,
  params: z.object({ subscription_id: prefixedId("sub") }),
  body: z.strictObject({
    duration: z
      .number(message)
      .int(message)
      .min(1, message)
      .max(365, message)
      .meta({ description: "Whole days from now, 1 to 365.", example: 14 }),
  }),
  answer: oneRecordSchema(subscriptionRecordSchema),
  errors: [
    "not_found",
    "contract_cancelled",
    "contract_waiting",
    "idempotency_conflict",
    "platform_refused",
    "platform_unavailable",
  ],
  handle: (call) =>
    changeSubscription(
      call,
      { subscriptionId: call.params.subscription_id, action: "pause", body: call.body },
      (subscription) => pauseSubscription(call.context, subscription, call.body.duration),
    ),
});
