import { z } from "zod";
import { ATTEMPT_STATUSES, listAttempts } from "#app/domain/billing/attempts/list-attempts.ts";
import { declareRoute } from "#app/http/declare-route.ts";
import {
  attemptRecordSchema,
  toAttemptRecord,
} from "#app/routes/rest/billing-attempts/attempt-record.ts";
import { manyRecords, manyRecordsSchema, pageQuery } from "#app/routes/rest/envelope.ts";
import {
  readEndFilter,
  readIdFilter,
  readTimeFilter,
  subscriptionFilter,
  timeFilter,
} from "#app/routes/rest/filters.ts";
import { restApi } from "#app/routes/rest/rest-api.ts";

export const loader = declareRoute({
  api: restApi,
  method: "GET",
  path: "/api/v1/billing-attempts",
  scope: "core:read",
  operationId: "listBillingAttempts",
  summary: "Billing attempts, newest first",
  description:
    "A day without time is one of the store's zone: `date_from` begins with it, `date_to` includes it to its end. An id that names nothing gives an empty list.",
  query: z.object({
    ...pageQuery,
    subscription_id: subscriptionFilter,
    status: z
      .enum(ATTEMPT_STATUSES, { error: "Must be success, failed or pending." })
      .optional()
      .meta({ description: "Only those in this state.", example: "failed" }),
    date_from: timeFilter("Only those made at this instant or later."),
    date_to: timeFilter("Only those made up to this instant; a day counts to its end."),
  }),
  answer: manyRecordsSchema(attemptRecordSchema),
  handle: async ({ context, query }) => {
    const zone = context.shop.ianaTimezone;
    const { attempts, total } = await listAttempts(
      context,
      {
        status: query.status,
        subscriptionId: readIdFilter(query.subscription_id, "sub"),
        createdFrom: readTimeFilter("date_from", query.date_from, zone),
        createdBefore: readEndFilter("date_to", query.date_to, zone),
      },
      query,
    );
    return manyRecords(attempts.map(toAttemptRecord), { ...query, total });
  },
});
