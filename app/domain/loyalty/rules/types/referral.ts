import { z } from "zod";
import { rewardOutsideContracts, rewardTypeOf } from "../../rewards/reward-types.ts";
import { countEach } from "../count-each.ts";
import { countUp } from "../count-up.ts";
import { toMinor } from "../money-and-points.ts";
import type { RuleTypeModule } from "../rule-type-module.ts";
import { amount, times } from "../setting-schemas.ts";

const settings = z.strictObject({
  required_referrals: times.default(1),
  minimum_order_amount: amount.default(0),
  /** So long a link counts after a friend has followed it. */
  link_days: z.number().int().min(1).max(365).default(30),
  /** What the friend gets. */
  friend_reward: rewardOutsideContracts.nullable().default(null),
});

/** A reward for every so many friends whose first order has outlived its return window, and one for each of those friends. */
export const referral: RuleTypeModule<z.infer<typeof settings>> = {
  settings,
  hears: ["referral", "referred"],
  describe: (
    { required_referrals: required, minimum_order_amount: least, friend_reward },
    words,
  ) => {
    const friends = required === 1 ? "friend" : words.count(required, "friend");
    const min = least === 0 ? "" : ` of at least ${words.money(least)}`;
    const friend = friend_reward && rewardTypeOf(friend_reward).describe(friend_reward, words);
    return `for every ${friends} whose first order${min} is kept${friend ? `, and ${friend} for the friend` : ""}`;
  },
  countsAt: (fact, { minimum_order_amount: least, friend_reward, link_days }, { currency }) => {
    if (fact.kind !== "referral" && fact.kind !== "referred") return null;
    if (fact.kind === "referred" && !friend_reward) return null;
    if (Number(fact.data.link_days ?? 0) > link_days) return null;
    return Number(fact.data.order_minor ?? 0) >= toMinor(least, currency) ? fact.at : null;
  },
  count: (input) => {
    const { facts } = input;
    const won = countUp(
      { ...input, facts: facts.filter(({ fact }) => fact.kind === "referral") },
      { weight: () => 1, required: ({ required_referrals: count }) => count },
    );
    const asFriend = countEach(
      { ...input, facts: facts.filter(({ fact }) => fact.kind === "referred") },
      { keyOf: () => "friend" },
    ).completions.map((completion) => ({ ...completion, isFriends: true as const }));
    return { ...won, completions: [...won.completions, ...asFriend] };
  },
};
