import type { Translator } from "./extension-api.ts";
import type { OfferedPlan } from "./purchase-options-api.ts";

/** A plan's terms in a line: "Every month, 10% off, the first 14 days free". */
export function describePlan(plan: OfferedPlan, i18n: Translator): string {
  const { price, trial } = plan;
  const words = {
    every: describeIntervals(plan, i18n),
    price: describePrice(price, i18n),
  };
  if (!trial) return i18n.translate("plan.terms", words);
  return i18n.translate("plan.terms_with_trial", { ...words, trial: describeTrial(trial, i18n) });
}

function describeIntervals({ interval, deliveryInterval }: OfferedPlan, i18n: Translator): string {
  if (!interval) return i18n.translate("plan.once");
  const every = i18n.translate(`plan.every.${interval.unit}`, { count: interval.count });
  if (!deliveryInterval) return every;
  const { unit, count } = deliveryInterval;
  const delivered = i18n.translate(`plan.delivered.${unit}`, { count });
  return i18n.translate("plan.prepaid", { every, delivered });
}

function describePrice(price: OfferedPlan["price"], i18n: Translator): string {
  if (!price) return i18n.translate("plan.price.other");
  const { discount, cycles } = price;
  if (!discount) return i18n.translate("plan.price.full");
  const value =
    discount.kind === "percentage"
      ? i18n.formatNumber(discount.percentage / 100, {
          style: "percent",
          maximumFractionDigits: 2,
        })
      : money(discount, i18n);
  const kind = discount.kind === "fixed_price" ? "fixed" : "off";
  return cycles === null
    ? i18n.translate(`plan.price.${kind}`, { value })
    : i18n.translate(`plan.price.${kind}_first`, { value, count: cycles });
}

function describeTrial(trial: NonNullable<OfferedPlan["trial"]>, i18n: Translator): string {
  const { days: count, fee, currency } = trial;
  if (Number(fee) === 0) return i18n.translate("plan.trial.free", { count });
  return i18n.translate("plan.trial.fee", { count, value: money({ amount: fee, currency }, i18n) });
}

/** With the decimals of the amount's text, which are the currency's: the language of the page would leave some out. */
function money({ amount, currency }: { amount: string; currency: string }, i18n: Translator) {
  const digits = amount.split(".")[1]?.length ?? 0;
  return i18n.formatCurrency(Number(amount), {
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
}
