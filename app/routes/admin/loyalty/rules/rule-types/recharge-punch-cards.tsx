import { FormLayout, Select } from "@shopify/polaris";
import type { RuleSettingsOf } from "#app/domain/loyalty/rules/rule-types.ts";
import { wholeNumberOf } from "../../../churn/offer-types/number-text.ts";
import { CountField } from "../../fields/typed-field.tsx";
import type { PlanGroupChoice, RuleFieldsProps, RuleTypeForm } from "./rule-type-form.ts";

interface MembershipDraft {
  required: string;
  /** Blank: any. */
  planId: string;
}

interface ProductDraft extends MembershipDraft {
  groupId: string;
}

const requiredOf = (required: string) => ({ required_recharges: wholeNumberOf(required) });
const planOf = (planId: string) => (planId === "" ? {} : { plan_id: Number(planId) });

export const membershipRechargeForm: RuleTypeForm<
  RuleSettingsOf<"membership_recharge_punch_card">,
  MembershipDraft
> = {
  name: "Membership renewals",
  hint: "Every so many renewals of a membership give a reward.",
  blank: { required: "3", planId: "" },
  toDraft: ({ required_recharges, plan_id }) => ({
    required: String(required_recharges),
    planId: plan_id === undefined ? "" : String(plan_id),
  }),
  toSettings: ({ required, planId }) => ({ ...requiredOf(required), ...planOf(planId) }),
  Fields: (props) => (
    <FormLayout>
      <FormLayout.Group>
        <RequiredField {...props} />
        <PlanField {...props} groups={props.plans.filter(({ kind }) => kind === "membership")} />
      </FormLayout.Group>
    </FormLayout>
  ),
};

export const productRechargeForm: RuleTypeForm<
  RuleSettingsOf<"product_recharge_punch_card">,
  ProductDraft
> = {
  name: "Subscription renewals",
  hint: "Every so many renewals of subscriptions of one plan group give a reward.",
  blank: { required: "3", planId: "", groupId: "" },
  toDraft: ({ required_recharges, plan_group_id, plan_id }) => ({
    required: String(required_recharges),
    groupId: String(plan_group_id),
    planId: plan_id === undefined ? "" : String(plan_id),
  }),
  toSettings: ({ required, groupId, planId }) => ({
    ...requiredOf(required),
    plan_group_id: groupId === "" ? Number.NaN : Number(groupId),
    ...planOf(planId),
  }),
  Fields: (props) => {
    const { draft, change, errorOf, plans } = props;
    const groups = plans.filter(({ kind }) => kind === "product");
    return (
      <FormLayout>
        <FormLayout.Group>
          <RequiredField {...props} />
          <Select
            label="Plan group"
            options={[
              { label: "Choose a plan group", value: "" },
              ...groups.map(({ id, name }) => ({ label: name, value: id })),
            ]}
            value={draft.groupId}
            onChange={(groupId) => change({ groupId, planId: "" })}
            {...(errorOf("plan_group_id").error && { error: "Choose a plan group." })}
          />
          <PlanField {...props} groups={groups.filter(({ id }) => id === draft.groupId)} />
        </FormLayout.Group>
      </FormLayout>
    );
  },
};

type RechargeProps = Pick<RuleFieldsProps<MembershipDraft>, "draft" | "change" | "errorOf">;

function RequiredField({ draft, change, errorOf }: RechargeProps) {
  return (
    <CountField
      label="Renewals for one reward"
      value={draft.required}
      onChange={(required) => change({ required })}
      said={errorOf("required_recharges")}
    />
  );
}

function PlanField({
  draft,
  change,
  errorOf,
  groups,
}: RechargeProps & { groups: readonly PlanGroupChoice[] }) {
  const plans = groups.flatMap((group) => group.plans);
  return (
    <Select
      label="Plan"
      options={[
        { label: "Any", value: "" },
        ...plans.map(({ id, name }) => ({ label: name, value: id })),
      ]}
      value={draft.planId}
      onChange={(planId) => change({ planId })}
      {...errorOf("plan_id")}
    />
  );
}
