import { FormLayout } from "@shopify/polaris";
import type { RewardRulesOf } from "#app/domain/loyalty/rewards/reward-types.ts";
import { wholeNumberOf } from "../../../churn/offer-types/number-text.ts";
import { CountField } from "../../fields/typed-field.tsx";
import type { RewardTypeForm } from "./reward-type-form.ts";

interface Draft {
  points: string;
}

export const pointsForm: RewardTypeForm<RewardRulesOf<"points">, Draft> = {
  name: "Points",
  hint: "To be collected",
  isCode: false,
  blank: { points: "100" },
  toDraft: ({ points }) => ({ points: String(points) }),
  toRules: ({ points }) => ({ reward_type: "points", points: wholeNumberOf(points) }),
  Fields: ({ draft, change, errorOf }) => (
    <FormLayout>
      <CountField
        label="Points"
        value={draft.points}
        onChange={(points) => change({ points })}
        said={errorOf("points")}
      />
    </FormLayout>
  ),
};
