import type { ReactNode } from "react";

export interface ChartFrameProps {
  /** What the chart shows and how it goes, in a sentence. */
  summary: string;
  /** Values of the axis, lowest first, and how each is written. */
  ticks: readonly number[];
  tickText: (tick: number) => string;
  /** Under the left edge, the middle and the right edge. */
  underneath: readonly string[];
  legend?: ReactNode;
  /** Drawn on a field 100 wide and 100 high; `y(value)` is a value's height in it. */
  children: (y: (value: number) => number) => ReactNode;
}

/**
 * The axes of a chart. Its words are text beside the drawing, which alone is stretched to the place there
 * is, so that they are as large on a phone as anywhere.
 */
export function ChartFrame({
  summary,
  ticks,
  tickText,
  underneath,
  legend,
  children,
}: ChartFrameProps) {
  const lowest = ticks[0] ?? 0;
  const highest = ticks.at(-1) ?? 1;
  const y = (value: number) => 100 - (100 * (value - lowest)) / (highest - lowest);
  return (
    <figure className="pn-chart">
      {legend}
      <div className="pn-chart-body">
        <div className="pn-chart-ticks" aria-hidden="true">
          {ticks.map((tick) => (
            <span key={tick} style={{ insetBlockStart: `${y(tick)}%` }}>
              {tickText(tick)}
            </span>
          ))}
        </div>
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" role="img" aria-label={summary}>
          {ticks.map((tick) => (
            <line
              key={tick}
              x1="0"
              x2="100"
              y1={y(tick)}
              y2={y(tick)}
              className={tick === 0 ? "pn-chart-zero" : "pn-chart-line"}
            />
          ))}
          {children(y)}
        </svg>
        <div className="pn-chart-under" aria-hidden="true">
          {underneath.map((text) => (
            <span key={text}>{text}</span>
          ))}
        </div>
      </div>
    </figure>
  );
}
