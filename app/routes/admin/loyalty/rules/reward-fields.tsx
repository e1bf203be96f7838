import { BlockStack, Checkbox, FormLayout, InlineError, Text } from "@shopify/polaris";
import { useId } from "react";
import type { PlanProduct } from "#app/domain/plans/search-products.ts";
import type { AmountsTyped } from "../../churn/offer-types/number-text.ts";
import { CountField } from "../fields/typed-field.tsx";
import type { RewardDraft } from "./reward-draft.ts";
import { REWARD_TYPES_TO_CHOOSE, rewardFormOf } from "./reward-types/reward-type-forms.ts";

export interface RewardFieldsProps {
  legend: string;
  draft: RewardDraft;
  change: (patch: Partial<RewardDraft>) => void;
  errorOf: (field: string) => { error?: string };
  /** Why there has to be one; undefined when nothing is wrong. */
  error?: string | undefined;
  amounts: AmountsTyped;
  products: readonly PlanProduct[];
  /** Whether renewals earn it. */
  ofRenewals?: boolean;
  /** Whether points can be what somebody gets: not for points. */
  givesPoints?: boolean;
}

/** What somebody gets: one of the types, and its fields. */
export function RewardFields(props: RewardFieldsProps) {
  const { legend, draft, change, errorOf, error, amounts, products } = props;
  const { ofRenewals = false, givesPoints = true } = props;
  const name = useId();
  const { Fields, isCode } = rewardFormOf(draft.type);
  return (
    <BlockStack gap="400">
      <fieldset className="pn-choices">
        <legend style={{ marginBlockEnd: "0.5rem" }}>
          <Text as="span" variant="headingMd">
            {legend}
          </Text>
        </legend>
        {REWARD_TYPES_TO_CHOOSE.filter(
          (type) =>
            (ofRenewals || !rewardFormOf(type).isForRenewals) && (givesPoints || type !== "points"),
        ).map((type) => (
          <label key={type} className="pn-choice">
            <input
              type="radio"
              name={name}
              value={type}
              checked={draft.type === type}
              onChange={() => change({ type })}
            />
            <span>
              <Text as="span" fontWeight="semibold">
                {rewardFormOf(type).name}
              </Text>
              <br />
              <Text as="span" tone="subdued">
                {rewardFormOf(type).hint}
              </Text>
            </span>
          </label>
        ))}
      </fieldset>
      {error && <InlineError fieldID={name} message={error} />}
      <Fields
        key={draft.type}
        draft={draft.terms[draft.type]}
        change={(patch) =>
          change({
            terms: { ...draft.terms, [draft.type]: { ...draft.terms[draft.type], ...patch } },
          })
        }
        errorOf={errorOf}
        amounts={amounts}
        products={products}
      />
      {isCode && (
        <FormLayout>
          <CountField
            label="The coupon expires after"
            suffix="days"
            value={draft.codeDays}
            onChange={(codeDays) => change({ codeDays })}
            said={errorOf("expires_in_days")}
            helpText="Leave blank for never."
          />
          <Checkbox
            label="May be used together with other discounts"
            checked={draft.codeCombines}
            onChange={(codeCombines) => change({ codeCombines })}
          />
        </FormLayout>
      )}
    </BlockStack>
  );
}
