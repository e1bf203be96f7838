import { z } from "zod";
import type { ShopContext } from "#app/domain/context.ts";
import { runIdempotent } from "#app/domain/idempotency/run-idempotent.ts";
import { listMembers } from "#app/domain/members/list-members.ts";
import { memberNotFound, updateMember } from "#app/domain/members/update-member.ts";
import { declareRoute } from "#app/http/declare-route.ts";
import { markReplayed } from "#app/http/idempotency.ts";
import { lineField } from "#app/http/text-field.ts";
import { oneRecord, oneRecordSchema, prefixedId } from "#app/routes/rest/envelope.ts";
import { memberRecordSchema, toMemberRecord } from "#app/routes/rest/members/member-record.ts";
import { restApi } from "#app/routes/rest/rest-api.ts";

const path = "/api/v1/members/{member_id}";
const params = z.object({ member_id: prefixedId("mem") });

export const loader = declareRoute({
  api: restApi,
  method: "GET",
  path,
  scope: "core:read",
  operationId: "getMember",
  summary: "One member",
  params,
  answer: oneRecordSchema(memberRecordSchema),
  errors: ["not_found"],
  handle: async ({ context, params: { member_id } }) =>
    oneRecord(await readMember(context, member_id)),
});

const points = "Must be a whole number, 0 or more.";
const name = lineField(255)
  .transform((text) => text || null)
  .nullish();

export const action = declareRoute({
  api: restApi,
  method: "PATCH",
  path,
  scope: "core:write",
  operationId: "updateMember",
  summary: "Changes a member",
  description:
    "Names are changed on the platform. `loyalty_points` sets the points that can be spent, by an adjustment in their history.",
  idempotent: true,
  params,
  body: z
    .strictObject({
      loyalty_points: z.int(points).min(0, points).optional().meta({
        description: "The points that can be spent are set to this whole number, 0 or more.",
        example: 240,
      }),
      first_name: name.meta({
        description:
          "The new first name, at most 255 characters; null or an empty text removes it.",
        example: "Ada",
      }),
      last_name: name.meta({
        description: "The new last name, at most 255 characters; null or an empty text removes it.",
        example: "Byron",
      }),
    })
    .refine(
      (body) => Object.values(body).some((value) => value !== undefined),
      "Send at least one of loyalty_points, first_name, last_name.",
    ),
  answer: oneRecordSchema(memberRecordSchema),
  errors: [
    ...(["not_found", "balance_too_large", "idempotency_conflict"] as const),
    ...(["platform_refused", "platform_unavailable"] as const),
  ],
  handle: async ({ context, params: { member_id }, body, idempotencyKey, headers }) => {
    const { answer, replayed } = await runIdempotent(
      context,
      { key: idempotencyKey, input: ["member", String(member_id), body] },
      async () => {
        await updateMember(context, member_id, {
          firstName: body.first_name,
          lastName: body.last_name,
          points: body.loyalty_points,
        });
        return readMember(context, member_id);
      },
    );
    if (replayed) markReplayed(headers);
    return oneRecord(answer);
  },
});

/** @throws AppError not_found. */
async function readMember(context: ShopContext, id: bigint) {
  const { members } = await listMembers(context, { id }, { limit: 1, offset: 0 });
  const [member] = members;
  if (!member) throw memberNotFound();
  return toMemberRecord(member, context.shop.currency);
}
