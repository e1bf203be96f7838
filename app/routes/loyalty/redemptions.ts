import { z } from "zod";
import { readCreditAccount } from "#app/domain/ledger/read-account.ts";
import { redeemPoints } from "#app/domain/loyalty/point-rewards/redeem-points.ts";
import { declareRoute } from "#app/http/declare-route.ts";
import { customerIdText, idField } from "#app/http/text-field.ts";
import { loyaltyApi } from "./loyalty-api.ts";
import { admitOwn, ownCustomer } from "./own-customer.ts";

export const action = declareRoute({
  api: loyaltyApi,
  method: "POST",
  path: "/proxy/v1/loyalty/customers/{platform_customer_id}/redemptions",
  scope: null,
  operationId: "redeemPoints",
  summary: "Redeem points for a reward (extension)",
  description:
    "Beyond the contract. Takes the points and gives the reward, both or neither. A reward that is a discount appears among the coupons once the platform has made its code. The same `key` gives nothing a second time and is answered as before; with another reward it is refused.",
  params: z.object({ platform_customer_id: customerIdText }),
  admit: admitOwn,
  body: z.strictObject({
    point_reward_id: z
      .int("Must be a whole number.")
      .min(1, "Must be at least 1.")
      .meta({ description: "From the list of what points can be redeemed for.", example: 3 }),
    key: idField(100).pipe(z.string().min(8, "Must have at least 8 characters.")).meta({
      description: "The request's own, chosen by the caller: a UUID does.",
      example: "5b0c8b9e-6f0e-4f6c-9f0e-0c9d2b7a1f11",
    }),
  }),
  answer: z.object({
    data: z
      .object({
        id: z.int().meta({ description: "Of this redemption.", example: 31 }),
        point_reward_id: z.int().meta({ description: "What was chosen.", example: 3 }),
        points: z.int().meta({ description: "What was paid.", example: 500 }),
        points_balance: z.int().meta({ description: "What is left to spend.", example: 120 }),
        created_at: z.string().meta({
          description: "When it was redeemed first. ISO 8601 in UTC.",
          example: "2026-03-01T12:00:00.000Z",
        }),
      })
      .meta({ description: "The redemption." }),
  }),
  errors: ["forbidden", "not_found"],
  handle: async ({ context, caller, params: { platform_customer_id: cid }, body }) => {
    const customer = await ownCustomer(context, caller, cid);
    const redeemed = await redeemPoints(context, {
      customerId: customer.id,
      pointRewardId: BigInt(body.point_reward_id),
      key: body.key,
    });
    const { availableMinor } = await readCreditAccount(context, customer.id, "points");
    return {
      data: {
        id: Number(redeemed.id),
        point_reward_id: body.point_reward_id,
        points: Number(redeemed.pointsPaid),
        points_balance: availableMinor,
        created_at: redeemed.completedAt.toISOString(),
      },
    };
  },
});
