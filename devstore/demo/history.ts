import { addIntervals } from "../contracts/billing-schedule.ts";
import { planPrice } from "../orders/price-checkout.ts";
import type { DevProduct, DevSellingPlan, DevVariant } from "../state/catalog.ts";
import type { ContractStatus } from "../state/contract.ts";
import type { SeededRandom } from "./random.ts";

export type Ending = "active" | "paused" | "cancelled" | "failed" | "expired";

/** What a contract's life is to have been. */
export interface ContractPlot {
  customerId: number;
  plan: DevSellingPlan;
  product: DevProduct;
  variant: DevVariant;
  quantity: number;
  startedAt: Date;
  ending: Ending;
}

/** A charge of a contract that was tried: the one of its cycle which ended at `at`. */
export interface Charge {
  cycleIndex: number;
  at: Date;
  error: string | null;
}

/** A contract's life as it came out, with every charge there was until now. */
export interface ContractStory extends ContractPlot {
  status: ContractStatus;
  unitPriceMinor: number;
  charges: Charge[];
  nextBillingDate: Date;
  endedAt: Date | null;
}

const statuses: Record<Ending, ContractStatus> = {
  active: "ACTIVE",
  paused: "PAUSED",
  cancelled: "CANCELLED",
  failed: "FAILED",
  expired: "EXPIRED",
};

const temporaryErrors = ["CARD_DECLINED", "INSUFFICIENT_FUNDS", "TRANSIENT_ERROR"];
const lastErrors = ["EXPIRED_CARD", "CARD_DECLINED", "INSUFFICIENT_FUNDS"];

const HOUR_MS = 60 * 60 * 1000;

/**
 * Lives a contract from its start until `now` or its end: one charge at the end of each cycle, now and
 * then one that fails first and passes two days later. Nothing falls due in the hour after `now`, or a store would change while
 * it is looked at first, on some days of the year and not on others.
 */
export function tellContract(
  random: SeededRandom,
  planned: ContractPlot,
  now: Date,
  timezone: string,
): ContractStory {
  const { interval, intervalCount } = planned.plan.billingPolicy;
  const due = (cycle: number) => addIntervals(startedAt, interval, cycle * intervalCount, timezone);
  let { startedAt } = planned;
  let past = 0;
  while (due(past + 1) <= now) past += 1;
  while (due(past + 1).getTime() <= now.getTime() + HOUR_MS) {
    startedAt = new Date(startedAt.getTime() + HOUR_MS);
  }
  const plot = { ...planned, startedAt };
  const lived = plot.ending === "active" ? past : random.between(0, past);
  const charges: Charge[] = [];
  for (let cycle = 1; cycle <= lived; cycle += 1) {
    const at = due(cycle);
    const paidLater = addIntervals(at, "DAY", 2, timezone);
    if (random.chance(0.04) && paidLater <= now) {
      charges.push({ cycleIndex: cycle, at, error: random.pick(temporaryErrors) });
      charges.push({ cycleIndex: cycle, at: paidLater, error: null });
    } else charges.push({ cycleIndex: cycle, at, error: null });
  }
  if (plot.ending === "failed" && due(lived + 1) <= now) {
    charges.push({ cycleIndex: lived + 1, at: due(lived + 1), error: random.pick(lastErrors) });
  }
  return {
    ...plot,
    status: statuses[plot.ending],
    unitPriceMinor: planPrice(plot.variant.priceMinor, plot.plan),
    charges,
    nextBillingDate: due(lived + 1),
    endedAt: plot.ending === "active" ? null : endOf(random, plot, due(lived), now),
  };
}

/** Somewhere between the last charge and the next one, and never in the future. */
function endOf(random: SeededRandom, plot: ContractPlot, from: Date, now: Date): Date {
  const start = Math.max(from.getTime(), plot.startedAt.getTime());
  const hours = random.between(1, 20 * 24);
  return new Date(Math.min(start + hours * HOUR_MS, now.getTime()));
}
