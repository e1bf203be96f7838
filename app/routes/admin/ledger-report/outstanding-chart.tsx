import { ChartFrame } from "#app/ui/chart-frame.tsx";
import { axisTicks } from "#app/ui/chart-scale.ts";
import { useFormats } from "#app/ui/use-formats.ts";
import { type LedgerCurrency, showShortAmount } from "./amounts.ts";
import { edgeLabels } from "./edge-labels.ts";
import type { PeriodView } from "./period-view.ts";

/** What was outstanding at the end of each period, as a line over its area. */
export function OutstandingChart({
  what,
  periods,
  currency,
}: {
  /** What is outstanding, as the first word of a sentence. */
  what: string;
  periods: readonly Pick<
    PeriodView<string>,
    "name" | "label" | "outstanding" | "outstandingMinor"
  >[];
  currency: LedgerCurrency;
}) {
  const formats = useFormats();
  const first = periods[0];
  const last = periods.at(-1);
  if (!first || !last) return null;
  const x = (index: number) => (100 * (index + 0.5)) / periods.length;
  return (
    <ChartFrame
      summary={`${what} outstanding, from ${first.outstanding} at the end of ${first.label} to ${last.outstanding} at the end of ${last.label}. The table below has every value.`}
      ticks={axisTicks(periods.map(({ outstandingMinor }) => outstandingMinor))}
      tickText={(tick) => showShortAmount(tick, currency, formats)}
      underneath={edgeLabels(periods.map(({ label }) => label))}
    >
      {(y) => {
        const points = periods.map(
          ({ outstandingMinor }, index) => `${x(index)},${y(outstandingMinor)}`,
        );
        const ends = `${x(periods.length - 1)},${y(0)} ${x(0)},${y(0)}`;
        return (
          <>
            <polygon points={`${points.join(" ")} ${ends}`} className="pn-chart-area" />
            <polyline points={points.join(" ")} className="pn-chart-stroke" />
            {periods.map(({ name, label, outstanding }, index) => (
              <rect
                key={name}
                x={x(index) - 50 / periods.length}
                y="0"
                width={100 / periods.length}
                height="100"
                className="pn-chart-spot"
              >
                <title>{`${label}: ${outstanding}`}</title>
              </rect>
            ))}
          </>
        );
      }}
    </ChartFrame>
  );
}
