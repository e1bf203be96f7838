import { z } from "zod";
import type { ListedMember } from "#app/domain/members/list-members.ts";
import { formatMinorTwoDecimals } from "#app/lib/money.ts";

/** A member in the core REST API. Money is a decimal text, instants are ISO 8601 in UTC. */
export const memberRecordSchema = z
  .object({
    id: z.string(),
    customer_id: z.string(),
    platform_customer_gid: z.string(),
    email: z.string().nullable(),
    first_name: z.string().nullable(),
    last_name: z.string().nullable(),
    status: z.enum(["active", "paused", "cancelled"]).meta({
      description: "The best of the customer's memberships: active before paused before cancelled.",
    }),
    plan_id: z.string().nullable(),
    plan_name: z.string().meta({ description: "Of the membership that the state comes from." }),
    loyalty_points: z.number().int().meta({ description: "That can be spent." }),
    tier: z.string().nullable().meta({ description: "Null until the store has tiers." }),
    store_credit_balance: z.string().meta({ description: "That can be spent." }),
    currency: z.string(),
    joined_at: z.string().meta({ description: "When the first membership began." }),
    paused_at: z.string().nullable(),
    cancelled_at: z.string().nullable(),
    created_at: z.string(),
    updated_at: z.string(),
  })
  .meta({ id: "Member" });

export function toMemberRecord(
  member: ListedMember,
  currency: string,
): z.infer<typeof memberRecordSchema> {
  return {
    id: `mem_${member.id}`,
    customer_id: String(member.platformCustomerId),
    platform_customer_gid: `gid://platform/Customer/${member.platformCustomerId}`,
    email: member.email,
    first_name: member.firstName,
    last_name: member.lastName,
    status: member.status,
    plan_id: member.planId === null ? null : `plan_${member.planId}`,
    plan_name: member.planName,
    loyalty_points: member.points,
    tier: null,
    store_credit_balance: formatMinorTwoDecimals(member.creditMinor, currency),
    currency,
    joined_at: member.joinedAt.toISOString(),
    paused_at: member.pausedAt?.toISOString() ?? null,
    cancelled_at: member.cancelledAt?.toISOString() ?? null,
    created_at: member.createdAt.toISOString(),
    updated_at: member.updatedAt.toISOString(),
  };
}
