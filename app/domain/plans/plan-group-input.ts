import { z } from "zod";
import { wrongFields } from "#app/lib/app-error.ts";
import { idText } from "#app/lib/id-text.ts";
import { invalidInput } from "#app/lib/invalid-input.ts";
import { lineText } from "#app/lib/line-text.ts";
import { parseDecimalToMinor } from "#app/lib/money.ts";
import { nameKey } from "#app/lib/name-key.ts";
import type { IntervalUnit } from "#app/platform/platform-contract.ts";
import type { PlanDiscount, PlanTerms } from "#app/platform/platform-plan-group.ts";
import { type Currencies, describeOtherCurrency } from "../shops/other-currency.ts";
import { customerTagSchema } from "./plan-tag.ts";
import { readTrial, trialSchema } from "./plan-trial.ts";
import { describeWrongAmount } from "./wrong-amount.ts";

/** As many as the platform takes in one group. */
const MAX_PLANS = 31;

/** The longest text that the platform takes as a name. */
const MAX_NAME = 255;

/** A plan that renews more rarely than this is a typing error. */
const MAX_COUNTS: Readonly<Record<IntervalUnit, number>> = {
  day: 365,
  week: 52,
  month: 36,
  year: 5,
};

const MAX_CYCLES = 1000;

const nameSchema = (missing: string) =>
  z
    .string()
    .overwrite(lineText)
    .min(1, missing)
    .max(MAX_NAME, `A name has at most ${MAX_NAME} characters.`);

const discountSchema = z.discriminatedUnion("type", [
  z.object({ type: z.literal("none") }),
  z.object({
    type: z.literal("percentage"),
    percentage: z
      .number("Give a percentage.")
      .gt(0, "Give more than 0%, or choose no discount.")
      .max(100, "At most 100%.")
      .refine(
        (value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-9,
        "At most two decimals.",
      ),
  }),
  z.object({ type: z.literal("fixed_amount"), amount: z.string() }),
  z.object({ type: z.literal("fixed_price"), amount: z.string() }),
]);

const planSchema = z.object({
  /** Null for a plan that is to be created. */
  planId: idText.nullable(),
  name: nameSchema("Give the plan a name."),
  interval: z
    .object({
      unit: z.enum(["day", "week", "month", "year"]),
      count: z.number("Give a number.").int("Give a whole number.").min(1, "At least 1."),
    })
    .refine(({ unit, count }) => count <= MAX_COUNTS[unit], {
      error: ({ input }) => {
        const { unit } = input as { unit: IntervalUnit };
        return `At most ${MAX_COUNTS[unit]} ${unit}s.`;
      },
      path: ["count"],
    }),
  discount: discountSchema,
  /** For so many charges, from the first; null for all. */
  discountCycles: z
    .number("Give a number of charges.")
    .int("Give a whole number of charges.")
    .min(1, "At least 1 charge.")
    .max(MAX_CYCLES, `At most ${MAX_CYCLES} charges.`)
    .nullable(),
  trial: trialSchema.nullable().default(null),
});

/** What the editor of a plan group sends. */
const groupSchema = z.object({
  name: nameSchema("Give the group a name."),
  kind: z.enum(["membership", "product"]),
  plans: z
    .array(planSchema)
    .min(1, "A group has at least one plan.")
    .max(MAX_PLANS, `A group has at most ${MAX_PLANS} plans.`),
  customerTag: customerTagSchema,
});

/** A group as it is to be, checked, with amounts in the store's currency. */
export interface PlanGroupInput {
  name: string;
  kind: "membership" | "product";
  plans: (PlanTerms & { planId: bigint | null })[];
  /** What customers are tagged with while a membership of the group is paid for. */
  customerTag: string | null;
}

/**
 * Checks what the editor sent, also against the store's currency. While the platform has another one, no amount is written.
 *
 * @throws AppError invalid_input; `fields` by their place in the input, for example `plans.0.name`.
 */
export function parsePlanGroupInput(given: unknown, currencies: Currencies): PlanGroupInput {
  const { currency } = currencies;
  const otherCurrency = describeOtherCurrency(currencies, "Give a percentage");
  const parsed = groupSchema.safeParse(given);
  if (!parsed.success) throw invalidInput(parsed.error, (path) => path.join(".") || "form");
  const { name, kind, plans, customerTag } = parsed.data;
  const wrong = new Map<string, string>();
  const names = new Set<string>();
  const terms = plans.map((plan, index) => {
    const at = `plans.${index}`;
    const key = nameKey(plan.name);
    if (names.has(key)) wrong.set(`${at}.name`, "Another plan of this group has this name.");
    names.add(key);
    const discount = toDiscount(plan.discount, currency);
    const trial = readTrial(plan, { kind, currency });
    for (const [field, text] of Object.entries(trial.wrong)) wrong.set(`${at}.${field}`, text);
    if (typeof discount === "string") wrong.set(`${at}.discount.amount`, discount);
    if (otherCurrency) {
      if (discount !== null && typeof discount !== "string" && "amountMinor" in discount)
        wrong.set(`${at}.discount.amount`, otherCurrency);
      if (trial.trial && trial.trial.feeMinor > 0) wrong.set(`${at}.trial.fee`, otherCurrency);
    }
    if (plan.discountCycles !== null && plan.discount.type === "none") {
      wrong.set(`${at}.discountCycles`, "Choose a discount, or leave this empty.");
    }
    return {
      planId: plan.planId,
      name: plan.name,
      interval: plan.interval,
      pricing: {
        discount: typeof discount === "string" ? null : discount,
        cycles: plan.discountCycles,
      },
      trial: trial.trial,
    };
  });
  if (wrong.size > 0) {
    throw wrongFields(Object.fromEntries([...wrong].map(([field, text]) => [field, [text]])));
  }
  const tag = kind === "membership" ? customerTag : null;
  return { name, kind, plans: terms, customerTag: tag };
}

/** The discount, or what is wrong with its amount. */
function toDiscount(
  discount: z.output<typeof discountSchema>,
  currency: string,
): PlanDiscount | null | string {
  if (discount.type === "none") return null;
  if (discount.type === "percentage") {
    return { kind: "percentage", percentage: discount.percentage };
  }
  const amountMinor = parseDecimalToMinor(discount.amount, currency);
  if (amountMinor === null) return describeWrongAmount(discount.amount, currency);
  if (discount.type === "fixed_price") {
    if (amountMinor < 0) return "Give a price of zero or more.";
  } else if (amountMinor <= 0) {
    return "Give an amount above zero, or choose no discount.";
  }
  return { kind: discount.type, amountMinor, currency };
}
