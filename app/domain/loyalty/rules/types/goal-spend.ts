import { z } from "zod";
import { addMonthsToDate, startOfDate } from "#app/lib/calendar-date.ts";
import { formatDate } from "#app/lib/zoned-time.ts";
import { countEach } from "../count-each.ts";
import { countUp } from "../count-up.ts";
import { toMinor } from "../money-and-points.ts";
import type { RuleTypeModule } from "../rule-type-module.ts";
import { positiveAmount } from "../setting-schemas.ts";

const settings = z.strictObject({
  goal_amount: positiveAmount,
  period: z.enum(["order", "month", "year", "lifetime"]).default("order"),
});

type Settings = z.infer<typeof settings>;

/** A reward for spending so much: in one order, each time; or in a month, a year or a lifetime, once. */
export const goalSpend: RuleTypeModule<Settings> = {
  settings,
  hears: ["order"],
  describe: ({ goal_amount, period }, { money }) =>
    ({
      order: `for each order of at least ${money(goal_amount)}`,
      month: `for spending ${money(goal_amount)} in a calendar month`,
      year: `for spending ${money(goal_amount)} in a calendar year`,
      lifetime: `for spending ${money(goal_amount)} in all, once`,
    })[period],
  countsAt: (fact) => (fact.kind === "order" && fact.order.netMinor > 0 ? fact.at : null),
  staysReached: ({ period }) => period !== "order",
  count: (input) => {
    const goal = ({ goal_amount }: Settings) => toMinor(goal_amount, input.store.currency);
    const spent = ({ fact }: (typeof input.facts)[number]) =>
      fact.kind === "order" ? fact.order.netMinor : 0;
    const ofOrders = input.facts.filter(({ settings: { period } }) => period === "order");
    const ofPeriods = input.facts.filter(({ settings: { period } }) => period !== "order");
    const single = countEach({
      ...input,
      facts: ofOrders.filter((one) => spent(one) >= goal(one.settings)),
    });
    const summed = countUp(
      { ...input, facts: ofPeriods },
      { weight: spent, required: goal, periodOf, endOf, isOncePerPeriod: () => true },
    );
    const completions = [...single.completions, ...summed.completions];
    // One order reaches the goal or does not: on the way to it there is nothing yet.
    const isOrder = input.settings.period === "order";
    const current = isOrder ? 0 : (summed.progress?.current ?? 0);
    const unit = toMinor(1, input.store.currency);
    return {
      completions,
      progress: {
        current: Math.floor(current / unit),
        required: Math.ceil(goal(input.settings) / unit),
        until: summed.progress?.until ?? null,
      },
    };
  },
};

function periodOf(at: Date, { period }: Settings, zone: string): string {
  if (period === "lifetime") return "lifetime";
  return formatDate(at, zone).slice(0, period === "month" ? 7 : 4);
}

/** The first instant of the next month or year. */
function endOf(at: Date, settings: Settings, zone: string): Date | null {
  const { period } = settings;
  if (period !== "month" && period !== "year") return null;
  const name = periodOf(at, settings, zone);
  const first = period === "month" ? `${name}-01` : `${name}-01-01`;
  return startOfDate(addMonthsToDate(first, period === "month" ? 1 : 12), zone);
}
