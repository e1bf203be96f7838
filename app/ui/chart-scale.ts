/**
 * Round numbers for a chart's axis that hold all of `values` and zero: steps of 1, 2 or 5 times a power of
 * ten, at most six of them.
 */
export function axisTicks(values: readonly number[]): number[] {
  const lowest = Math.min(0, ...values);
  const highest = Math.max(0, ...values);
  if (lowest === highest) return [0, 1];
  const rough = (highest - lowest) / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((one) => one * power).find((one) => one >= rough) ?? rough;
  const ticks: number[] = [];
  for (let tick = Math.floor(lowest / step); tick <= Math.ceil(highest / step); tick += 1) {
    ticks.push(tick * step);
  }
  return ticks;
}
