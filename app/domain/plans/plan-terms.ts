// What a plan costs and how often it renews: on every side of the product the same.
export type { PlanDiscount, PlanTerms, PlanTrial } from "#app/platform/platform-plan-group.ts";
