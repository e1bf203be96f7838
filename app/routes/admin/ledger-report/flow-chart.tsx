import { ChartFrame } from "#app/ui/chart-frame.tsx";
import { axisTicks } from "#app/ui/chart-scale.ts";
import { useFormats } from "#app/ui/use-formats.ts";
import { type LedgerCurrency, showShortAmount } from "./amounts.ts";
import { edgeLabels } from "./edge-labels.ts";
import type { PeriodView } from "./period-view.ts";

/** How much of a period's width its bar takes. */
const BAR_SHARE = 0.7;

/** What came (upwards) and went (downwards) in each period, stacked by kind. */
export function FlowChart<Flow extends string>({
  what,
  names,
  periods,
  currency,
}: {
  /** What moved, as the first words of a sentence. */
  what: string;
  /** The kinds in their order, and what each is called. */
  names: Readonly<Record<Flow, string>>;
  periods: readonly PeriodView<Flow>[];
  currency: LedgerCurrency;
}) {
  const formats = useFormats();
  const first = periods[0];
  const last = periods.at(-1);
  if (!first || !last) return null;
  const kinds = Object.keys(names) as Flow[];
  const stacks = periods.map(({ flowsMinor }) => stackOf(kinds, flowsMinor));
  const ends = stacks.flatMap((bars) => bars.flatMap(({ from, to }) => [from, to]));
  const width = 100 / periods.length;
  return (
    <ChartFrame
      summary={`${what} between ${first.label} and ${last.label}. The table below has every value.`}
      ticks={axisTicks(ends)}
      tickText={(tick) => showShortAmount(tick, currency, formats)}
      underneath={edgeLabels(periods.map(({ label }) => label))}
      legend={<Legend names={names} />}
    >
      {(y) =>
        stacks.map((bars, index) => {
          const period = periods[index];
          return (
            <g key={period?.name}>
              {bars.map(({ flow, from, to }) => (
                <rect
                  key={flow}
                  data-flow={flow}
                  x={width * (index + (1 - BAR_SHARE) / 2)}
                  width={width * BAR_SHARE}
                  y={Math.min(y(from), y(to))}
                  height={Math.abs(y(from) - y(to))}
                >
                  <title>{`${period?.label}, ${names[flow]}: ${period?.flows[flow]}`}</title>
                </rect>
              ))}
            </g>
          );
        })
      }
    </ChartFrame>
  );
}

/** Each kind on top of the one before, away from zero. */
function stackOf<Flow extends string>(kinds: readonly Flow[], flowsMinor: Record<Flow, number>) {
  let up = 0;
  let down = 0;
  return kinds.flatMap((flow): { flow: Flow; from: number; to: number }[] => {
    const amount = flowsMinor[flow];
    if (amount === 0) return [];
    const from = amount > 0 ? up : down;
    if (amount > 0) up += amount;
    else down += amount;
    return [{ flow, from, to: from + amount }];
  });
}

function Legend({ names }: { names: Readonly<Record<string, string>> }) {
  return (
    <ul className="pn-legend">
      {Object.entries(names).map(([flow, name]) => (
        <li key={flow} data-flow={flow}>
          {name}
        </li>
      ))}
    </ul>
  );
}
