import { z } from "zod";
import { readStanding } from "#app/domain/loyalty/read/read-standing.ts";
import { declareRoute } from "#app/http/declare-route.ts";
import { customerIdText } from "#app/http/text-field.ts";
import { dayText } from "#app/lib/instants.ts";
import { currencyExponent } from "#app/lib/money.ts";
import { formatDate } from "#app/lib/zoned-time.ts";
import { loyaltyApi } from "./loyalty-api.ts";
import { ownCustomer } from "./own-customer.ts";
import { progressSchema, toProgressRecord } from "./rule-record.ts";

const points = (description: string, example: number) => z.int().meta({ description, example });

export const loader = declareRoute({
  api: loyaltyApi,
  method: "GET",
  path: "/proxy/v1/loyalty/customers/{platform_customer_id}",
  scope: null,
  operationId: "getLoyaltyCustomer",
  summary: "Where a customer stands",
  description:
    "Points, tier, progress with every active rule, and open coupons. For the shopper who is logged in, of themselves.",
  params: z.object({ platform_customer_id: customerIdText }),
  answer: z.object({
    data: z
      .object({
        platform_customer_gid: z
          .string()
          .meta({ description: "Customer id.", example: "gid://platform/Customer/1001" }),
        points_balance: points("Points to spend, never below zero.", 240),
        points_pending: points("Points whose order may still be sent back.", 45),
        lifetime_points: points(
          "All points that were ever given, without those that were taken back.",
          1200,
        ),
        tier: z.string().nullable().meta({ description: "Name; null in none.", example: "Silver" }),
        next_tier: z
          .string()
          .nullable()
          .meta({ description: "The one above; null without one.", example: "Gold" }),
        points_to_next_tier: z.int().nullable().meta({
          description:
            "What is missing, where points decide about tiers; else, and without a next tier, null.",
          example: 260,
        }),
        tier_standing: z
          .object({
            tier_id: z.int().nullable().meta({ description: "Null in none.", example: 2 }),
            amount: z.int().meta({
              description:
                "What counts today: points, minor units of the store's currency, or orders.",
              example: 240,
            }),
            amount_digits: z.int().meta({
              description: "How many decimals of the amount are in it: none of points and orders.",
              example: 0,
            }),
            review_on: dayText().nullable().meta({
              description: "The day on which the tier is reviewed, in the store's zone.",
              example: "2027-03-01",
            }),
          })
          .nullable()
          .meta({ description: "Extension. Null where the store has no tiers." }),
        rules: z
          .array(
            z.object({
              id: z.int().meta({ description: "Internal id.", example: 12 }),
              type: z.string().meta({ description: "Rule type.", example: "punch_card" }),
              name: z
                .string()
                .meta({ description: "The merchant's name.", example: "Coffee card" }),
              completion_progress: progressSchema
                .nullable()
                .meta({ description: "Null where a rule has no notion of progress." }),
            }),
          )
          .meta({ description: "Every active rule, in the merchant's order." }),
        available_coupons: points("Coupons that can be used now.", 1),
      })
      .meta({ description: "Where they stand." }),
  }),
  errors: ["forbidden", "not_found"],
  handle: async ({ context, caller, params: { platform_customer_id: cid } }) => {
    const customer = await ownCustomer(context, caller, cid);
    const { tier, ...standing } = await readStanding(context, customer.id);
    return {
      data: {
        platform_customer_gid: `gid://platform/Customer/${cid}`,
        points_balance: standing.pointsBalance,
        points_pending: standing.pointsPending,
        lifetime_points: standing.lifetimePoints,
        tier: tier.current?.name ?? null,
        next_tier: tier.next?.name ?? null,
        points_to_next_tier: tier.basis === "points" ? tier.missing : null,
        tier_standing: tier.basis && {
          tier_id: tier.current?.id ?? null,
          amount: tier.amount,
          amount_digits: tier.basis === "spend" ? currencyExponent(context.shop.currency) : 0,
          review_on: tier.reviewAt && formatDate(tier.reviewAt, context.shop.ianaTimezone),
        },
        rules: standing.rules.map(({ id, type, name, progress }) => ({
          ...{ id: Number(id), type, name },
          completion_progress: progress && toProgressRecord(progress),
        })),
        available_coupons: standing.availableCoupons,
      },
    };
  },
});
