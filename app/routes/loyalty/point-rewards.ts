import { z } from "zod";
import { listPointRewards } from "#app/domain/loyalty/point-rewards/list-point-rewards.ts";
import { declareRoute } from "#app/http/declare-route.ts";
import { loyaltyApi } from "./loyalty-api.ts";

export const loader = declareRoute({
  api: loyaltyApi,
  method: "GET",
  path: "/proxy/v1/loyalty/point-rewards",
  scope: null,
  operationId: "listPointRewards",
  summary: "What points can be redeemed for (extension)",
  description: "Beyond the contract. In the merchant's order; only what is offered now.",
  answer: z.object({
    data: z
      .array(
        z
          .object({
            id: z.int().meta({ description: "Internal id.", example: 3 }),
            name: z.string().meta({ description: "The merchant's name.", example: "€5 off" }),
            points: z.int().meta({ description: "What it costs.", example: 500 }),
            reward_rules: z.record(z.string(), z.unknown()).meta({
              description: "What it gives: reward_type, and the keys of that type.",
              example: { reward_type: "store_credit", credit_amount: 5 },
            }),
          })
          .meta({ id: "PointReward" }),
      )
      .meta({ description: "What is offered." }),
  }),
  handle: async ({ context }) => {
    const offered = await listPointRewards(context);
    return {
      data: offered.map(({ id, name, points, reward }) => ({
        ...{ id: Number(id), name, points },
        reward_rules: { ...reward },
      })),
    };
  },
});
