import { z } from "zod";
import { offerSnapshotSchema } from "#app/domain/churn/offers/churn-offer.ts";
import { listSubscriptions } from "#app/domain/subscriptions/lists/list-subscriptions.ts";
import { declareRoute } from "#app/http/declare-route.ts";
import { manyRecords, manyRecordsSchema, pageQuery } from "#app/routes/rest/envelope.ts";
import {
  customerFilter,
  emailFilter,
  planFilter,
  readCustomerFilter,
  readEmailFilter,
  readIdFilter,
  readTimeFilter,
  timeFilter,
} from "#app/routes/rest/filters.ts";
import { restApi } from "#app/routes/rest/rest-api.ts";
import { statusFilter } from "#app/routes/rest/status-filter.ts";
import {
  subscriptionRecordSchema,
  toSubscriptionRecord,
} from "#app/routes/rest/subscriptions/subscription-record.ts";

export const loader = declareRoute({
  api: restApi,
  method: "GET",
  path: "/api/v1/subscriptions",
  scope: "core:read",
  operationId: "listSubscriptions",
  summary: "Subscriptions, newest first",
  description:
    "A day without time begins at midnight in the store's zone. `created_after` includes its instant, `created_before` excludes it. An id that names nothing gives an empty list.",
  query: z.object({
    ...pageQuery,
    status: statusFilter,
    plan_id: planFilter,
    customer_id: customerFilter,
    email: emailFilter("Only those of the customer"),
    created_after: timeFilter("Only those that began at this instant or later."),
    created_before: timeFilter("Only those that began before this instant."),
  }),
  answer: manyRecordsSchema(subscriptionRecordSchema),
  handle: async ({ context, query }) => {
    const zone = context.shop.ianaTimezone;
    const { subscriptions, total } = await listSubscriptions(
      context,
      {
        status: query.status,
        planId: readIdFilter(query.plan_id, "plan"),
        platformCustomerId: readCustomerFilter(query.customer_id),
        emails: readEmailFilter(query.email),
        createdFrom: readTimeFilter("created_after", query.created_after, zone),
        createdBefore: readTimeFilter("created_before", query.created_before, zone),
      },
      query,
    );
    const records = subscriptions.map((row) =>
      toSubscriptionRecord(
        row,
        row.offerSnapshot === null ? null : offerSnapshotSchema.parse(row.offerSnapshot),
      ),
    );
    return manyRecords(records, { ...query, total });
  },
});
