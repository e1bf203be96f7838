/** A share of 1 with at most four decimals; null of nothing, which is not the same as zero. */
export function share(part: number, whole: number): number | null {
  return whole === 0 ? null : Math.round((10_000 * part) / whole) / 10_000;
}
