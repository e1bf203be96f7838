import type { Completion, Counted, CountedFact, CountInput } from "./rule-type-module.ts";

interface CountUp<S> {
  /** What a fact adds. */
  weight(counted: CountedFact<S>): number;
  /** What has to be reached. */
  required(settings: S): number;
  /** Facts of one period are added up; absent: all are. */
  periodOf?(at: Date, settings: S, zone: string): string;
  /** When the period of an instant ends; absent: never. */
  endOf?(at: Date, settings: S, zone: string): Date | null;
  /** A period is completed once at most; else it starts again, with what was too much. */
  isOncePerPeriod?(settings: S): boolean;
}

interface Period {
  sum: number;
  times: number;
}

/** Adds up facts until enough is reached, as punch cards and goals do. */
export function countUp<S>(
  { facts, settings, store: { zone }, now }: CountInput<S>,
  {
    weight,
    required,
    periodOf = () => "",
    endOf = () => null,
    isOncePerPeriod = () => false,
  }: CountUp<S>,
): Counted {
  const periods = new Map<string, Period>();
  const completions: Completion[] = [];
  for (const counted of facts) {
    const { fact, version } = counted;
    const name = periodOf(fact.at, counted.settings, zone);
    const period = periods.get(name) ?? { sum: 0, times: 0 };
    periods.set(name, period);
    period.sum += weight(counted);
    const goal = required(counted.settings);
    const isOnce = isOncePerPeriod(counted.settings);
    while (period.sum >= goal && !(isOnce && period.times > 0)) {
      period.times += 1;
      if (!isOnce) period.sum -= goal;
      completions.push({
        key: isOnce ? name || "once" : `${name}${name && ":"}${period.times}`,
        at: fact.at,
        version,
        orderId: fact.kind === "order" ? fact.order.id : null,
      });
    }
  }
  const goal = required(settings);
  const { sum } = periods.get(periodOf(now, settings, zone)) ?? { sum: 0 };
  const until = endOf(now, settings, zone);
  return { completions, progress: { current: Math.min(sum, goal), required: goal, until } };
}
