import { z } from "zod";
import { listMembers } from "#app/domain/members/list-members.ts";
import { declareRoute } from "#app/http/declare-route.ts";
import { textField } from "#app/http/text-field.ts";
import { manyRecords, manyRecordsSchema, pageQuery } from "#app/routes/rest/envelope.ts";
import { planFilter, readIdFilter } from "#app/routes/rest/filters.ts";
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
    "`plan_id` is the plan of the membership that a member's state comes from. `email` is a whole address; case does not matter.",
  query: z.object({
    ...pageQuery,
    status: statusFilter,
    plan_id: planFilter,
    email: textField(320).pipe(z.string().min(1, "Must not be empty.")).optional().meta({
      description: "Only the member with this whole e-mail address; case does not matter.",
      example: "ada@example.com",
    }),
  }),
  answer: manyRecordsSchema(memberRecordSchema),
  handle: async ({ context, query }) => {
    const { status, plan_id, email } = query;
    const filters = { status, planId: readIdFilter(plan_id, "plan"), email };
    const { members, total } = await listMembers(context, filters, query);
    const records = members.map((member) => toMemberRecord(member, context.shop.currency));
    return manyRecords(records, { ...query, total });
  },
});
