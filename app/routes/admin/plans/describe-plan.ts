import { discountedPrice } from "#app/domain/plans/discounted-price.ts";
import type { PlanTerms } from "#app/domain/plans/plan-terms.ts";
import type { Formats } from "#app/ui/format.ts";

/** A plan's terms; of a saved plan, those that the app can read. */
interface PlanView {
  interval: PlanTerms["interval"] | null;
  pricing: PlanTerms["pricing"] | null;
  trial?: PlanTerms["trial"];
}

/**
 * What shoppers are asked for, in a line: "€12.67 every 2 weeks, 15% off the first 3 deliveries".
 *
 * @param productMinor what the product costs without a plan; null when no product is chosen.
 */
export function describePlan(
  view: PlanView,
  productMinor: number | null,
  where: { kind: "membership" | "product"; currency: string; formats: Formats },
): string {
  const price = describePrice(view, productMinor, where);
  const { trial } = view;
  if (!trial) return price;
  const length = where.formats.count(trial.days, "day");
  const fee = where.formats.money(trial.feeMinor, trial.currency);
  return `${trial.feeMinor === 0 ? "Free" : fee} for ${length}, then ${lowerFirst(price)}`;
}

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);

function describePrice(
  { interval, pricing }: PlanView,
  productMinor: number | null,
  {
    kind,
    currency,
    formats,
  }: { kind: "membership" | "product"; currency: string; formats: Formats },
): string {
  const every = interval ? describeInterval(interval) : "once";
  if (!pricing) return `${every}, at a price set outside this app`;
  const { discount, cycles } = pricing;
  const money = (minor: number) => formats.money(minor, currency);
  const what = kind === "membership" ? "charge" : "delivery";
  const many = kind === "membership" ? "charges" : "deliveries";
  const during =
    cycles === null ? "" : cycles === 1 ? ` the first ${what}` : ` the first ${cycles} ${many}`;
  if (!discount) return `${productMinor === null ? "Full price" : money(productMinor)} ${every}`;
  if (discount.kind === "fixed_price") {
    const price = `${money(discount.amountMinor)} ${every}`;
    return cycles === null ? price : `${price} for${during}, then full price`;
  }
  const off =
    discount.kind === "percentage"
      ? `${discount.percentage}% off`
      : `${money(discount.amountMinor)} off`;
  if (productMinor === null) return `${off}${during}, ${every}`;
  return `${money(discountedPrice(productMinor, discount))} ${every}, ${off}${during}`;
}

function describeInterval({ unit, count }: PlanTerms["interval"]): string {
  return count === 1 ? `every ${unit}` : `every ${count} ${unit}s`;
}
