import { z } from "zod";
import { listActiveReasons } from "#app/domain/churn/offers/list-active-offers.ts";
import { REASON_ALIASES } from "#app/domain/subscriptions/cancellation-reasons.ts";
import { declareRoute } from "#app/http/declare-route.ts";
import { churnApi } from "#app/routes/churn/churn-api.ts";
import { cancellationReasonSchema, toReasonRecord } from "#app/routes/churn/reason-record.ts";

export const loader = declareRoute({
  api: churnApi,
  method: "GET",
  path: "/proxy/v1/membership/churn/offers",
  scope: "churn:manage",
  operationId: "listChurnOffers",
  summary: "Cancellation reasons with their retention offers",
  description: "Only reasons and offers that are switched on, in the merchant's order.",
  query: z.object({
    cancellation_reason: z
      .enum(REASON_ALIASES, { error: `Must be one of: ${REASON_ALIASES.join(", ")}.` })
      .optional()
      .meta({ description: "Only the reason with this alias.", example: "too_expensive" }),
  }),
  answer: z.array(cancellationReasonSchema),
  handle: async ({ context, query }) => {
    const reasons = await listActiveReasons(context, query.cancellation_reason ?? null);
    return reasons.map(toReasonRecord);
  },
});
