import { z } from "zod";
import { declareRoute } from "#app/http/declare-route.ts";
import { oneRecord, oneRecordSchema, prefixedId } from "#app/routes/rest/envelope.ts";
import { restApi } from "#app/routes/rest/rest-api.ts";
import { readSubscriptionRecord } from "#app/routes/rest/subscriptions/change-subscription.ts";
import { subscriptionRecordSchema } from "#app/routes/rest/subscriptions/subscription-record.ts";

export const loader = declareRoute({
  api: restApi,
  method: "GET",
  path: "/api/v1/subscriptions/{subscription_id}",
  scope: "core:read",
  operationId: "getSubscription",
  summary: "One subscription",
  params: z.object({ subscription_id: prefixedId("sub") }),
  answer: oneRecordSchema(subscriptionRecordSchema),
  errors: ["not_found"],
  handle: async ({ context, params }) =>
    oneRecord(await readSubscriptionRecord(context, params.subscription_id)),
});
