import { deliveriesPerCharge } from "#app/lib/deliveries.ts";
import { type Interval, type IntervalUnit, isSameInterval } from "#app/lib/zoned-time.ts";
import type { ImportCells } from "./read-import-file.ts";

/** How often a plan charges and delivers. */
interface PlanIntervals {
  name: string;
  interval: Interval | null;
  /** Of a prepaid plan; null where each charge brings its own delivery. */
  deliveryInterval: Interval | null;
}

const UNITS: readonly string[] = ["day", "week", "month", "year"] satisfies IntervalUnit[];

/** How often a line is charged, or a sentence that says what is wrong; null where its plan is not known. */
export function readInterval(
  cells: ImportCells,
  plan: PlanIntervals | null,
): Interval | string | null {
  if (cells.interval === "" && cells.interval_count === "") {
    if (plan && !plan.interval) return "Interval: the plan has none. Give the interval.";
    return plan?.interval ?? null;
  }
  return readUnits("Interval", cells.interval, cells.interval_count);
}

function readUnits(name: string, written: string, times: string): Interval | string {
  const unit = written.toLowerCase().replace(/s$/, "");
  const count = times === "" ? "1" : times;
  if (!UNITS.includes(unit)) return `${name}: must be day, week, month or year.`;
  if (!/^[1-9]\d{0,2}$/.test(count)) return `${name} count: must be a whole number from 1 to 999.`;
  return { unit: unit as IntervalUnit, count: Number(count) };
}

/** How often it is delivered, or what is wrong; null where each charge brings its own delivery. */
export function readDelivery(
  { delivery_interval: unit = "", delivery_interval_count: count = "" }: ImportCells,
  plan: PlanIntervals | null,
  interval: Interval,
): Interval | string | null {
  if (unit === "" && count === "") {
    if (!plan?.interval || !plan.deliveryInterval) return null;
    if (isSameInterval(plan.interval, interval)) return plan.deliveryInterval;
    return `Delivery interval: the plan “${plan.name}” is prepaid, and this line has another interval. Give how often it is delivered.`;
  }
  const delivery = readUnits("Delivery interval", unit || interval.unit, count);
  if (typeof delivery === "string") return delivery;
  const deliveries = deliveriesPerCharge({ interval, deliveryInterval: delivery });
  if (deliveries === null) {
    return "Delivery interval: the time between two charges must be a whole number of deliveries.";
  }
  return deliveries === 1 ? null : delivery;
}

/** The columns of how often a line is charged. */
export function intervalFields(interval: Interval | string | null) {
  const known = typeof interval === "string" ? null : interval;
  return { intervalUnit: known?.unit ?? null, intervalCount: known?.count ?? null };
}

/** Where a line is charged or delivered unlike its plan. */
export function noticesOf(
  plan: PlanIntervals | null,
  interval: Interval | string | null,
  delivery: Interval | string | null,
): string[] {
  if (!plan?.interval || interval === null || typeof interval === "string") return [];
  if (typeof delivery === "string") return [];
  const deliveries = deliveriesOf(interval, delivery);
  const notices = isSameInterval(plan.interval, interval)
    ? []
    : ["Renews in another interval than its plan."];
  if (deliveries === deliveriesOf(plan.interval, plan.deliveryInterval)) return notices;
  const paid = deliveries === 1 ? "one delivery" : `${deliveries} deliveries`;
  return [
    ...notices,
    `Each charge pays for ${paid}, unlike its plan. The price is that of all of them.`,
  ];
}

function deliveriesOf(interval: Interval, delivery: Interval | null): number | null {
  return deliveriesPerCharge({ interval, deliveryInterval: delivery ?? interval });
}
