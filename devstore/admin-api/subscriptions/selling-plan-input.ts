import {
  type AdminContext,
  type Arguments,
  notAvailable,
  type UserError,
} from "#devstore/admin-api/admin-context.ts";
import { deliveriesPerCharge } from "#devstore/contracts/deliveries-per-charge.ts";
import type { DevSellingPlan } from "#devstore/state/catalog.ts";
import { putMetafield } from "../store/metafields.ts";
import { billingPolicyOf, deliveryPolicyOf } from "./policy-input.ts";
import { blank, groupError, maximumText, positiveError, tooLong } from "./selling-plan-errors.ts";
import { type PricingInput, pricingErrors, pricingOf } from "./selling-plan-pricing.ts";

type ListField = "sellingPlansToCreate" | "sellingPlansToUpdate";
type MetafieldInput = Parameters<typeof putMetafield>[2];
type PolicyInput = Parameters<typeof billingPolicyOf>[0];

interface PoliciesInput {
  fixed?: unknown;
  recurring?: PolicyInput | null;
}

/** What is wrong with one plan of the input, whatever the rest of its group is. */
export function planErrors(input: Arguments, list: ListField, index: number): UserError[] {
  const field = ["input", list, String(index)];
  const isNew = list === "sellingPlansToCreate";
  const errors: UserError[] = [];
  const name = input.name as string | null | undefined;
  if (name == null ? isNew || name === null : name.trim() === "") {
    errors.push(blank([...field, "name"], "Name"));
  } else if ((name ?? "").length > maximumText) {
    errors.push(tooLong([...field, "name"], "Name"));
  }
  const options = (input.options as string[] | null | undefined) ?? [];
  if (options.length > 3) {
    errors.push(
      groupError(
        [...field, "options"],
        "TOO_LONG",
        "Too many selling plan options (maximum 3 options)",
      ),
    );
  }
  for (const option of options) {
    if (option.trim() === "") errors.push(blank([...field, "options"], "Option"));
    if (option.length > maximumText) errors.push(tooLong([...field, "options"], "Option"));
  }
  errors.push(...policiesErrors(input, field, isNew));
  const pricing = (input.pricingPolicies as PricingInput[] | null | undefined) ?? [];
  errors.push(...pricingErrors(pricing, [...field, "pricingPolicies"], list));
  return errors;
}

function policiesErrors(input: Arguments, field: string[], isNew: boolean): UserError[] {
  const errors: UserError[] = [];
  const billing = input.billingPolicy as PoliciesInput | null | undefined;
  const delivery = input.deliveryPolicy as PoliciesInput | null | undefined;
  for (const [name, policy] of [
    ["billing", billing],
    ["delivery", delivery],
  ] as const) {
    const upper = name.toUpperCase();
    const policyField = [...field, `${name}Policy`];
    if (policy == null) {
      if (!isNew) continue;
      errors.push(
        groupError(
          policyField,
          `SELLING_PLAN_${upper}_POLICY_MISSING`,
          `Selling plans to create ${name} policy must be present.`,
        ),
      );
    } else if (policy.fixed != null && policy.recurring != null) {
      errors.push(
        groupError(
          field,
          `ONLY_ONE_OF_FIXED_OR_RECURRING_${upper}`,
          `Only one of fixed or recurring ${name} policy is allowed`,
        ),
      );
    } else if (policy.fixed == null && policy.recurring == null) {
      errors.push(
        groupError(
          policyField,
          `ONLY_NEED_ONE_${upper}_POLICY_TYPE`,
          `One of fixed or recurring ${name} policy is needed`,
        ),
      );
    } else if (policy.recurring != null) {
      errors.push(...recurringErrors(policy.recurring, [...policyField, "recurring"]));
    }
  }
  if (errors.length > 0 || billing == null || delivery == null) return errors;
  if ((billing.fixed == null) !== (delivery.fixed == null)) {
    return [
      groupError(
        field,
        "BILLING_AND_DELIVERY_POLICY_TYPES_MUST_BE_THE_SAME",
        "billing and delivery policy types must be the same.",
      ),
    ];
  }
  if (billing.recurring == null || delivery.recurring == null) {
    throw notAvailable("a selling plan with a fixed billing policy");
  }
  return pairErrors(billing.recurring, delivery.recurring, field);
}

function recurringErrors(policy: PolicyInput, field: string[]): UserError[] {
  const errors: UserError[] = [];
  if (policy.interval == null) errors.push(blank([...field, "interval"], "Interval"));
  if (policy.intervalCount == null) {
    errors.push(blank([...field, "intervalCount"], "Interval count"));
  } else if (policy.intervalCount < 1) {
    errors.push(
      groupError(
        [...field, "intervalCount"],
        "GREATER_THAN",
        "Interval count must be greater than 0",
      ),
    );
  }
  errors.push(...positiveError([...field, "minCycles"], "Min cycles", policy.minCycles));
  errors.push(...positiveError([...field, "maxCycles"], "Max cycles", policy.maxCycles));
  if (policy.minCycles != null && policy.maxCycles != null && policy.maxCycles < policy.minCycles) {
    errors.push(
      groupError(
        [...field, "maxCycles"],
        "SELLING_PLAN_MAX_CYCLES_MUST_BE_GREATER_THAN_MIN_CYCLES",
        "Max cycles must be greater than min cycles",
      ),
    );
  }
  return errors;
}

function pairErrors(billing: PolicyInput, delivery: PolicyInput, field: string[]): UserError[] {
  const billed = billingPolicyOf(billing);
  const delivered = deliveryPolicyOf(delivery);
  if (JSON.stringify(billed.anchors) !== JSON.stringify(delivered.anchors)) {
    return [
      groupError(
        field,
        "SELLING_PLAN_BILLING_AND_DELIVERY_POLICY_ANCHORS_MUST_BE_EQUAL",
        "Billing and delivery policy anchors must be the same",
      ),
    ];
  }
  if (deliveriesPerCharge(billed, delivered) !== null) return [];
  return [
    groupError(
      field,
      "SELLING_PLAN_BILLING_CYCLE_MUST_BE_A_MULTIPLE_OF_DELIVERY_CYCLE",
      "Billing cycle must be a multiple of delivery cycle",
    ),
  ];
}

/** A new plan from an input without errors. Takes its number from the shop. */
export function newPlan(context: AdminContext, input: Arguments, position: number): DevSellingPlan {
  const { state, shop, now } = context;
  const billing = (input.billingPolicy as PoliciesInput).recurring;
  const delivery = (input.deliveryPolicy as PoliciesInput).recurring;
  if (billing == null || delivery == null) throw notAvailable("a plan without recurring policies");
  const plan: DevSellingPlan = {
    id: state.nextId(shop.domain, "sellingPlan"),
    name: String(input.name).trim(),
    description: null,
    options: [],
    position,
    category: null,
    billingPolicy: billingPolicyOf(billing),
    deliveryPolicy: deliveryPolicyOf(delivery),
    pricing: [],
    createdAt: now.toISOString(),
  };
  return changedPlan(context, plan, input);
}

/** The plan with what an input without errors names; all the rest of it stays. */
export function changedPlan(
  context: AdminContext,
  plan: DevSellingPlan,
  input: Arguments,
): DevSellingPlan {
  const billing = (input.billingPolicy as PoliciesInput | null | undefined)?.recurring;
  const delivery = (input.deliveryPolicy as PoliciesInput | null | undefined)?.recurring;
  const pricing = input.pricingPolicies as PricingInput[] | null | undefined;
  const owner = { ownerType: "SellingPlan" as const, ownerId: plan.id };
  for (const metafield of (input.metafields as MetafieldInput[] | null | undefined) ?? []) {
    putMetafield(context, owner, metafield);
  }
  return {
    ...plan,
    name: typeof input.name === "string" ? input.name.trim() : plan.name,
    description: given(input, "description", plan.description),
    options: (input.options as string[] | null | undefined) ?? plan.options,
    position: typeof input.position === "number" ? input.position : plan.position,
    category: given(input, "category", plan.category),
    billingPolicy: billing == null ? plan.billingPolicy : billingPolicyOf(billing),
    deliveryPolicy: delivery == null ? plan.deliveryPolicy : deliveryPolicyOf(delivery),
    pricing: pricing == null ? plan.pricing : pricingOf(pricing, context.shop.currency),
  };
}

/** Null takes a value away; a field that is left out keeps it. */
function given<T>(input: Arguments, name: string, before: T): T {
  return input[name] === undefined ? before : (input[name] as T);
}
