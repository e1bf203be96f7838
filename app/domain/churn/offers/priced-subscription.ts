import type { Subscription } from "#app/generated/prisma/client.ts";
import type { Anchor } from "#app/lib/anchor.ts";
import type { Interval } from "#app/lib/zoned-time.ts";
import type { ChargeDate } from "../../billing/dates/charge-date.ts";
import type { KeptTime } from "../../billing/dates/kept-time.ts";
import type { ShopContext } from "../../context.ts";
import type { PricedLine } from "../../subscriptions/charges/discounted-lines.ts";
import { anchorsOf, fixedDayOf } from "../../subscriptions/charges/fixed-day.ts";
import { chargeOf, intervalOf, keptOf } from "../../subscriptions/charges/kept-day.ts";
import { nextChargeDate } from "../../subscriptions/charges/next-charge-date.ts";
import { deliveryIntervalOf } from "../../subscriptions/delivery-columns.ts";
import { hasBegun } from "../../subscriptions/import-state.ts";
import { readPricedLines } from "../../subscriptions/subscription-lines.ts";
import type { SubscriptionStatus } from "../../subscriptions/subscription-status.ts";

/** The part of a subscription that offers depend on. Money in minor units of `currency`. */
export interface PricedSubscription {
  status: SubscriptionStatus;
  /** False for an import that the old app still charges. */
  hasBegun: boolean;
  /** Of one cycle, before discounts. */
  priceMinor: number;
  /** What that price is the sum of. */
  lines: readonly PricedLine[];
  currency: string;
  /** What amounts of the merchant's offers are in. */
  storeCurrency: string;
  /** A discount takes something off the next charge already. */
  isDiscounted: boolean;
  interval: Interval;
  /** Each charge pays for several deliveries. */
  isPrepaid: boolean;
  /** What the dates after `nextBillingAt` return to. */
  keeps: KeptTime;
  /** The date of the platform's schedule, which a pause leaves as it was. */
  nextBillingAt: Date | null;
  /** The day whose charge the next one is, from which a pause counts, and the days on which it is always charged. */
  fixedDay: Date | null;
  anchors: readonly Anchor[];
  /** The platform takes no charge before; null, or passed, where it takes any. */
  chargeableFrom: Date | null;
  /** A date that was given with a trial is not counted from the one before. */
  trialEndsAt: Date | null;
  /** When it is charged next, as far as anybody knows. */
  renewal: ChargeDate | null;
}

/** The part of a subscription's row that offers are priced from. */
export function toPricedSubscription(
  row: Subscription,
  { ianaTimezone, currency }: Pick<ShopContext["shop"], "ianaTimezone" | "currency">,
): PricedSubscription {
  const renewsAt = nextChargeDate(row);
  return {
    status: row.status as SubscriptionStatus,
    hasBegun: hasBegun(row),
    priceMinor: Number(row.priceMinor),
    lines: readPricedLines(row),
    currency: row.currency,
    storeCurrency: currency,
    isDiscounted: isDiscounted(row),
    interval: intervalOf(row),
    isPrepaid: deliveryIntervalOf(row) !== null,
    keeps: keptOf(row, ianaTimezone),
    nextBillingAt: row.nextBillingAt,
    fixedDay: row.nextBillingAt && fixedDayOf(row, row.nextBillingAt, ianaTimezone),
    anchors: anchorsOf(row),
    chargeableFrom: row.chargeableFrom,
    trialEndsAt: row.trialEndsAt,
    renewal: renewsAt && chargeOf(row, renewsAt, ianaTimezone),
  };
}

function isDiscounted({ nextChargeMinor, deliveryMinor, priceMinor }: Subscription): boolean {
  return nextChargeMinor !== null && nextChargeMinor - deliveryMinor < priceMinor;
}
