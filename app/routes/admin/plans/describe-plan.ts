import type { PlanTerms } from "#app/domain/plans/plan-terms.ts";
import { discountedPrice } from "#app/domain/plans/prices/discounted-price.ts";
import { deliveriesPerCharge } from "#app/lib/deliveries.ts";
import type { Formats } from "#app/ui/format.ts";
import { writeRhythm } from "#app/ui/rhythm-words.ts";

/** A plan's terms; of a saved plan, those that the app can read. */
interface PlanView {
  interval: PlanTerms["interval"] | null;
  /** How often a prepaid plan delivers; null where each charge brings its own delivery. */
  deliveryInterval: PlanTerms["interval"] | null;
  pricing: PlanTerms["pricing"] | null;
  trial?: PlanTerms["trial"];
}

/**
 * What shoppers are asked for, in a line: "€12.67 every 2 weeks, 15% off the first 3 deliveries".
 *
 * A prepaid plan's price is that of all its deliveries: "€80.46 every 6 months, delivered every month, 10% off".
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
  { interval, deliveryInterval, pricing }: PlanView,
  pieceMinor: number | null,
  {
    kind,
    currency,
    formats,
  }: { kind: "membership" | "product"; currency: string; formats: Formats },
): string {
  const every = interval ? writeRhythm(interval, deliveryInterval, formats) : "once";
  const productMinor =
    pieceMinor === null ? null : pieceMinor * deliveriesOf(interval, deliveryInterval);
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

type Interval = PlanTerms["interval"];

function deliveriesOf(interval: Interval | null, deliveryInterval: Interval | null): number {
  if (!interval || !deliveryInterval) return 1;
  return deliveriesPerCharge({ interval, deliveryInterval }) ?? 1;
}
