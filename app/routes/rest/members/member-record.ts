import { z } from "zod";
import type { ListedMember } from "#app/domain/members/list-members.ts";
import { formatMinorExactly } from "#app/lib/money.ts";

/** A member in the core REST API. Money is a decimal text, instants are ISO 8601 in UTC. */
export const memberRecordSchema = z
  .object({
    id: z.string().meta({
      description:
        "The member, `mem_` and a number. One customer has one member, however many memberships they have.",
      example: "mem_12",
    }),
    customer_id: z
      .string()
      .meta({ description: "The customer's number on the platform, in digits.", example: "1001" }),
    platform_customer_gid: z.string().meta({
      description: "The same customer as a gid.",
      example: "gid://platform/Customer/1001",
    }),
    email: z.string().nullable().meta({
      description:
        "The customer's e-mail address on the platform; null where they have none, and once their data was erased.",
      example: "ada@example.com",
    }),
    first_name: z.string().nullable().meta({
      description: "The customer's first name on the platform; null without one.",
      example: "Ada",
    }),
    last_name: z.string().nullable().meta({
      description: "The customer's last name on the platform; null without one.",
      example: "Byron",
    }),
    status: z.enum(["active", "paused", "cancelled"]).meta({
      description: "The best of the customer's memberships: active before paused before cancelled.",
      example: "active",
    }),
    plan_id: z.string().nullable().meta({
      description:
        "The plan of the membership that the state comes from, `plan_` and a number; null where the app does not know the plan.",
      example: "plan_3",
    }),
    plan_name: z.string().meta({
      description: "That plan's name, as it stands on the contract.",
      example: "Club monthly",
    }),
    loyalty_points: z.number().int().meta({
      description: "Points that can be spent now; expired ones are not counted.",
      example: 240,
    }),
    tier: z
      .string()
      .nullable()
      .meta({ description: "Loyalty tier; null in none.", example: "Gold" }),
    store_credit_balance: z.string().meta({
      description:
        "Store credit that can be spent now, a decimal text in `currency`; what a checkout has reserved is not in it.",
      example: "12.50",
    }),
    currency: z.string().meta({ description: "The store's currency, ISO 4217.", example: "EUR" }),
    joined_at: z.string().meta({
      description: "When the first membership began. ISO 8601 in UTC.",
      example: "2026-01-05T10:00:00.000Z",
    }),
    paused_at: z.string().nullable().meta({
      description:
        "When the membership that the state comes from was paused, in UTC; null unless `status` is paused.",
      example: null,
    }),
    cancelled_at: z.string().nullable().meta({
      description:
        "When the last membership was cancelled, in UTC; null unless `status` is cancelled.",
      example: null,
    }),
    created_at: z.string().meta({
      description: "When the app first knew of the member, in UTC.",
      example: "2026-01-05T10:00:04.218Z",
    }),
    updated_at: z.string().meta({
      description:
        "When a membership of theirs, or the member by a PATCH, last changed, in UTC. Credit and points do not change it.",
      example: "2026-11-02T07:31:12.004Z",
    }),
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
    tier: member.tier,
    store_credit_balance: formatMinorExactly(member.creditMinor, currency),
    currency,
    joined_at: member.joinedAt.toISOString(),
    paused_at: member.pausedAt?.toISOString() ?? null,
    cancelled_at: member.cancelledAt?.toISOString() ?? null,
    created_at: member.createdAt.toISOString(),
    updated_at: member.updatedAt.toISOString(),
  };
}
