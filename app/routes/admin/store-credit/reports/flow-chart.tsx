import { ChartFrame } from "#app/ui/chart-frame.tsx";
import { axisTicks } from "#app/ui/chart-scale.ts";
import { useFormats } from "#app/ui/use-formats.ts";
import {
  CREDIT_FLOW_NAMES,
  CREDIT_FLOWS,
  type CreditFlow,
  type CreditPeriodView,
} from "./credit-report-view.ts";
import { edgeLabels } from "./edge-labels.ts";

/** How much of a period's width its bar takes. */
const BAR_SHARE = 0.7;

/** What came (upwards) and went (downwards) in each period, stacked by kind. */
export function FlowChart({
  periods,
  currency,
}: {
  periods: readonly CreditPeriodView[];
  currency: string;
}) {
  const formats = useFormats();
  const first = periods[0];
  const last = periods.at(-1);
  if (!first || !last) return null;
  const stacks = periods.map(stackOf);
  const ends = stacks.flatMap((bars) => bars.flatMap(({ from, to }) => [from, to]));
  const width = 100 / periods.length;
  return (
    <ChartFrame
      summary={`Credit given, returned, used, ended and taken back between ${first.label} and ${last.label}. The table below has every value.`}
      ticks={axisTicks(ends)}
      tickText={(tick) => formats.shortMoney(tick, currency)}
      underneath={edgeLabels(periods.map(({ label }) => label))}
      legend={<Legend />}
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
                  <title>{`${period?.label}, ${CREDIT_FLOW_NAMES[flow]}: ${period?.flows[flow]}`}</title>
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
function stackOf({ flowsMinor }: CreditPeriodView) {
  let up = 0;
  let down = 0;
  return CREDIT_FLOWS.flatMap((flow): { flow: CreditFlow; from: number; to: number }[] => {
    const amount = flowsMinor[flow];
    if (amount === 0) return [];
    const from = amount > 0 ? up : down;
    if (amount > 0) up += amount;
    else down += amount;
    return [{ flow, from, to: from + amount }];
  });
}

function Legend() {
  return (
    <ul className="pn-legend">
      {CREDIT_FLOWS.map((flow) => (
        <li key={flow} data-flow={flow}>
          {CREDIT_FLOW_NAMES[flow]}
        </li>
      ))}
    </ul>
  );
}
