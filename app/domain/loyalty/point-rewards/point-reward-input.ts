import { z } from "zod";
import { wrongField } from "#app/lib/app-error.ts";
import { invalidInput } from "#app/lib/invalid-input.ts";
import { lineText } from "#app/lib/line-text.ts";
import { rewardOutsideContracts } from "../rewards/reward-types.ts";

const schema = z.strictObject({
  name: z
    .string()
    .overwrite(lineText)
    .min(1, "Give the reward a name.")
    .max(80, "A name has at most 80 characters."),
  points: z
    .int("Must be a whole number.")
    .min(1, "Must be at least 1.")
    .max(10_000_000, "Must be at most 10000000."),
  reward: rewardOutsideContracts,
  perCustomer: z
    .int("Must be a whole number.")
    .min(1, "Must be at least 1.")
    .max(1_000_000, "Must be at most 1000000.")
    .nullable()
    .default(null),
  isActive: z.boolean(),
});

export type PointRewardInput = z.infer<typeof schema>;

/** @throws AppError invalid_input; `fields` by the names of the input, those of the reward by their own. */
export function parsePointReward(given: unknown): PointRewardInput {
  const parsed = schema.safeParse(given);
  if (!parsed.success) throw invalidInput(parsed.error);
  if (parsed.data.reward.reward_type === "points") {
    throw wrongField("reward_type", "Points for points change nothing: choose another reward.");
  }
  return parsed.data;
}
