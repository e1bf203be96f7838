import { z } from "zod";
import { listMembers } from "#app/domain/members/list-members.ts";
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
import { memberRecordSchema, toMemberRecord } from "#app/routes/rest/members/member-record.ts";
import { restApi } from "#app/routes/rest/rest-api.ts";
import { statusFilter } from "#app/routes/rest/status-filter.ts";

export const loader = declareRoute({
  api: restApi,
  method: "GET",
  path: "/api/v1/members",
  scope: "core:read",
  operationId: "listMembers",
  summary: "Everyone who ever had a membership, newest first",
  description:
    "`plan_id` is the plan of the membership that a member's state comes from. `email` is a whole address; case does not matter. `created_after` includes its instant, `created_before` excludes it, both of `created_at`.",
  query: z.object({
    ...pageQuery,
    status: statusFilter,
    plan_id: planFilter,
    customer_id: customerFilter,
    email: emailFilter("Only the member"),
    created_after: timeFilter("Only those known to the store since this instant or later."),
    created_before: timeFilter("Only those known to the store since before this instant."),
  }),
  answer: manyRecordsSchema(memberRecordSchema),
  handle: async ({ context, query }) => {
    const zone = context.shop.ianaTimezone;
    const filters = {
      status: query.status,
      planId: readIdFilter(query.plan_id, "plan"),
      platformCustomerId: readCustomerFilter(query.customer_id),
      emails: readEmailFilter(query.email),
      createdFrom: readTimeFilter("created_after", query.created_after, zone),
      createdBefore: readTimeFilter("created_before", query.created_before, zone),
    };
    const { members, total } = await listMembers(context, filters, query);
    const records = members.map((member) => toMemberRecord(member, context.shop.currency));
    return manyRecords(records, { ...query, total });
  },
});
