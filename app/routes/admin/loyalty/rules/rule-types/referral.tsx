import { BlockStack, Checkbox, FormLayout } from "@shopify/polaris";
import type { RuleSettingsOf } from "#app/domain/loyalty/rules/rule-types.ts";
import { wholeNumberOf } from "../../../churn/offer-types/number-text.ts";
import { AmountField, CountField } from "../../fields/typed-field.tsx";
import { amountOrZero, typeNumber } from "../../fields/typed-values.ts";
import { BLANK_REWARD, type RewardDraft, toRewardDraft, toRewardRules } from "../reward-draft.ts";
import { RewardFields } from "../reward-fields.tsx";
import type { RuleTypeForm } from "./rule-type-form.ts";

interface Draft {
  required: string;
  minimum: string;
  linkDays: string;
  rewardsFriend: boolean;
  friend: RewardDraft;
}

export const referralForm: RuleTypeForm<RuleSettingsOf<"referral">, Draft> = {
  name: "Referral",
  hint: "A friend who orders for the first time, and keeps the order, gives a reward.",
  blank: {
    ...{ required: "1", minimum: "", linkDays: "30" },
    ...{ rewardsFriend: false, friend: BLANK_REWARD },
  },
  toDraft: (settings, amounts) => ({
    required: String(settings.required_referrals),
    minimum:
      settings.minimum_order_amount === 0 ? "" : typeNumber(settings.minimum_order_amount, amounts),
    linkDays: String(settings.link_days),
    rewardsFriend: settings.friend_reward !== null,
    friend: settings.friend_reward ? toRewardDraft(settings.friend_reward, amounts) : BLANK_REWARD,
  }),
  toSettings: (draft, amounts) => ({
    required_referrals: wholeNumberOf(draft.required),
    minimum_order_amount: amountOrZero(draft.minimum, amounts),
    link_days: wholeNumberOf(draft.linkDays),
    friend_reward: draft.rewardsFriend ? toRewardRules(draft.friend, amounts) : null,
  }),
  Fields: ({ draft, change, errorOf, amounts, products }) => (
    <BlockStack gap="400">
      <FormLayout>
        <FormLayout.Group>
          <CountField
            label="Friends for one reward"
            value={draft.required}
            onChange={(required) => change({ required })}
            said={errorOf("required_referrals")}
          />
          <AmountField
            label="Smallest first order"
            suffix={amounts.currency}
            value={draft.minimum}
            onChange={(minimum) => change({ minimum })}
            said={errorOf("minimum_order_amount")}
            amounts={amounts}
            helpText="Leave blank for any."
          />
          <CountField
            label="A link counts for"
            suffix="days"
            value={draft.linkDays}
            onChange={(linkDays) => change({ linkDays })}
            said={errorOf("link_days")}
          />
        </FormLayout.Group>
        <Checkbox
          label="The friend gets something too"
          checked={draft.rewardsFriend}
          onChange={(rewardsFriend) => change({ rewardsFriend })}
        />
      </FormLayout>
      {draft.rewardsFriend && (
        <RewardFields
          legend="What the friend gets"
          draft={draft.friend}
          change={(patch) => change({ friend: { ...draft.friend, ...patch } })}
          errorOf={(field) => errorOf(`friend_reward.${field}`)}
          {...{ amounts, products }}
        />
      )}
    </BlockStack>
  ),
};
