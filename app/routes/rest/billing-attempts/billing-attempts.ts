import { z } from "zod";
import { ATTEMPT_STATUSES, listAttempts } from "#app/domain/billing/attempts/list-attempts.ts";
import { declareRoute } from "#app/http/declare-route.ts";
import {
  attemptRecordSchema,
  toAttemptRecord,
} from "#app/routes/rest/billing-attempts/attempt-record.ts";
import { manyRecords, manyRecordsSchema, pageQuery } from "#app/routes/rest/envelope.ts";
import {
  customerFilter,
  emailFilter,
  readCustomerFilter,
  readEmailFilter,
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
    "A day without time is one of the store's zone: `date_from` begins with it, `date_to` includes it to its end. `created_after` and `created_before` narrow as they do for subscriptions: the first includes its instant, the second excludes it. An id that names nothing gives an empty list.",
  query: z.object({
    ...pageQuery,
    subscription_id: subscriptionFilter,
    status: z
      .enum(ATTEMPT_STATUSES, { error: "Must be success, failed or pending." })
      .optional()
      .meta({ description: "Only those in this state.", example: "failed" }),
    customer_id: customerFilter,
    email: emailFilter("Only those of the customer"),
    created_after: timeFilter("Only those made at this instant or later."),
    created_before: timeFilter("Only those made before this instant."),
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
        platformCustomerId: readCustomerFilter(query.customer_id),
        emails: readEmailFilter(query.email),
        createdFrom: latest(
          readTimeFilter("date_from", query.date_from, zone),
          readTimeFilter("created_after", query.created_after, zone),
        ),
        createdBefore: earliest(
          readEndFilter("date_to", query.date_to, zone),
          readTimeFilter("created_before", query.created_before, zone),
        ),
      },
      query,
    );
    return manyRecords(attempts.map(toAttemptRecord), { ...query, total });
  },
});

function latest(one: Date | undefined, other: Date | undefined): Date | undefined {
  return one && other ? (one > other ? one : other) : (one ?? other);
}

function earliest(one: Date | undefined, other: Date | undefined): Date | undefined {
  return one && other ? (one < other ? one : other) : (one ?? other);
}
