import type { ManagedPlanGroup } from "#app/domain/plans/managed-plan-group.ts";
import type { PlanDiscount, PlanTerms, PlanTrial } from "#app/domain/plans/plan-terms.ts";
import { formatMinor, parseDecimalToMinor } from "#app/lib/money.ts";
import { readTypedAmount, typeAmount } from "#app/lib/typed-amount.ts";
import type { IntervalUnit } from "#app/lib/zoned-time.ts";
import {
  type AmountsTyped,
  numberOf,
  optionalNumber,
  wholeNumberOf,
} from "../churn/offer-types/number-text.ts";

/** A plan as in the editor's fields: every field is kept as it was typed. */
export interface PlanDraft {
  planId: string | null;
  name: string;
  unit: IntervalUnit;
  count: string;
  /** Of a prepaid plan, whose intervals stay as they are; null where each charge brings its own delivery. */
  deliveryInterval: PlanTerms["interval"] | null;
  discountType: "none" | PlanDiscount["kind"];
  /** Percent or an amount, by the type. */
  value: string;
  /** Blank: for all charges. */
  cycles: string;
  hasTrial: boolean;
  trialDays: string;
  /** An amount; blank is 0. */
  trialFee: string;
}

/** A plan group as in the editor's fields. */
export interface PlanGroupDraft {
  name: string;
  kind: "membership" | "product";
  /** Blank: no tag. */
  customerTag: string;
  plans: PlanDraft[];
  productIds: number[];
}

const NO_TRIAL = { hasTrial: false, trialDays: "14", trialFee: "" };

export const BLANK_PLAN: PlanDraft = {
  planId: null,
  name: "",
  unit: "month",
  count: "1",
  deliveryInterval: null,
  discountType: "none",
  value: "",
  cycles: "",
  ...NO_TRIAL,
};

/** What the editor begins with. */
export function toPlanGroupDraft(
  group: ManagedPlanGroup | null,
  productIds: number[],
  { locale }: AmountsTyped,
): PlanGroupDraft {
  if (!group) {
    return { name: "", kind: "product", customerTag: "", plans: [BLANK_PLAN], productIds };
  }
  const plans = group.plans.map(
    ({ id, name, interval, deliveryInterval, pricing, trial }): PlanDraft => {
      const discount = pricing?.discount ?? null;
      return {
        planId: String(id),
        name,
        unit: interval?.unit ?? "month",
        count: String(interval?.count ?? 1),
        deliveryInterval,
        discountType: discount?.kind ?? "none",
        value: discount ? typeAmount(plainValue(discount), locale) : "",
        cycles: pricing?.cycles ? String(pricing.cycles) : "",
        ...(trial ? toTrialDraft(trial, locale) : NO_TRIAL),
      };
    },
  );
  const { name, kind, customerTag } = group;
  return { name, kind, customerTag: customerTag ?? "", plans, productIds };
}

function toTrialDraft({ days, feeMinor, currency }: PlanTrial, locale: string) {
  const trialFee = feeMinor === 0 ? "" : typeAmount(formatMinor(feeMinor, currency), locale);
  return { hasTrial: true, trialDays: String(days), trialFee };
}

function plainValue(discount: PlanDiscount): string {
  return discount.kind === "percentage"
    ? String(discount.percentage)
    : formatMinor(discount.amountMinor, discount.currency);
}

/** The draft as the server takes it. What is no number becomes null, and the server says which field. */
export function toPlanGroupInput(
  { name, kind, customerTag, plans }: PlanGroupDraft,
  amounts: AmountsTyped,
) {
  return {
    name,
    kind,
    customerTag: kind === "membership" ? customerTag : null,
    plans: plans.map((plan) => ({
      planId: plan.planId,
      name: plan.name,
      interval: { unit: plan.unit, count: wholeNumberOf(plan.count) },
      discount: toDiscountInput(plan, amounts),
      discountCycles: plan.discountType === "none" ? null : optionalNumber(plan.cycles),
      trial:
        kind === "membership" && plan.hasTrial
          ? { days: wholeNumberOf(plan.trialDays), fee: feeOf(plan, amounts) }
          : null,
    })),
  };
}

function feeOf({ trialFee }: PlanDraft, { locale, currency }: AmountsTyped): string {
  if (trialFee.trim() === "") return formatMinor(0, currency);
  return readTypedAmount(trialFee, locale, currency).text ?? "";
}

function toDiscountInput({ discountType: type, value }: PlanDraft, amounts: AmountsTyped) {
  if (type === "none") return { type };
  if (type === "percentage") return { type, percentage: numberOf(value, amounts) };
  return { type, amount: readTypedAmount(value, amounts.locale, amounts.currency).text ?? "" };
}

type PlanPreview = Omit<PlanTerms, "name"> & Pick<PlanDraft, "deliveryInterval">;

/** The terms that the preview can tell; null while a field is not filled in. */
export function toTerms(
  plan: PlanDraft,
  kind: PlanGroupDraft["kind"],
  amounts: AmountsTyped,
): PlanPreview | null {
  const count = wholeNumberOf(plan.count);
  const cycles = optionalNumber(plan.cycles);
  const discount = toDiscount(plan, amounts);
  if (!(count > 0) || discount === undefined || (cycles !== null && cycles < 1)) return null;
  const trial = kind === "membership" && plan.hasTrial ? toTrial(plan, amounts) : null;
  if (trial === undefined) return null;
  const interval = { unit: plan.unit, count };
  const pricing = { discount, cycles: discount === null ? null : cycles };
  return { interval, deliveryInterval: plan.deliveryInterval, pricing, trial };
}

function toDiscount(plan: PlanDraft, amounts: AmountsTyped): PlanDiscount | null | undefined {
  const { currency } = amounts;
  const input = toDiscountInput(plan, amounts);
  if (input.type === "none") return null;
  if (input.type === "percentage") {
    const { type: kind, percentage } = input;
    return percentage > 0 && percentage <= 100 ? { kind, percentage } : undefined;
  }
  const amountMinor = parseDecimalToMinor(input.amount, currency);
  if (amountMinor === null || amountMinor < 0) return undefined;
  return { kind: input.type, amountMinor, currency };
}

function toTrial(plan: PlanDraft, amounts: AmountsTyped): PlanTrial | undefined {
  const days = wholeNumberOf(plan.trialDays);
  const { currency } = amounts;
  const feeMinor = parseDecimalToMinor(feeOf(plan, amounts), currency);
  if (!(days > 0) || feeMinor === null || feeMinor < 0) return undefined;
  return { days, feeMinor, currency };
}
