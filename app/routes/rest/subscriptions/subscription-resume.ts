import { z } from "zod";
import { resumeSubscription } from "#app/domain/subscriptions/pauses/resume-subscription.ts";
import { declareRoute } from "#app/http/declare-route.ts";
import { oneRecordSchema, prefixedId } from "#app/routes/rest/envelope.ts";
import { restApi } from "#app/routes/rest/rest-api.ts";
import { changeSubscription } from "#app/routes/rest/subscriptions/change-subscription.ts";
import { subscriptionRecordSchema } from "#app/routes/rest/subscriptions/subscription-record.ts";

export const action = declareRoute({
  api: restApi,
  method: "POST",
  path: "/api/v1/subscriptions/{subscription_id}/resume",
  scope: "core:write",
  operationId: "resumeSubscription",
  summary: "Resumes a paused subscription",
  description:
    "Its next billing date moves on by the time it was paused, never into the past, and to the first of its fixed days after that where it is always charged on the same days. An active one stays " +
    "as it is. A cancelled one is refused.",
  idempotent: true,
  params: z.object({ subscription_id: prefixedId("sub") }),
  body: z.strictObject({}).optional(),
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
      { subscriptionId: call.params.subscription_id, action: "resume", body: null },
      (subscription) => resumeSubscription(call.context, subscription),
    ),
});
