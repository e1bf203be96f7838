import type { Formats } from "#app/ui/format.ts";

/** What points came to on a day, in words. */
export interface PointsOnView {
  day: string;
  answer: string;
}

/** @param points null for a text that is no day. */
export function showPointsOn(day: string, points: number | null, formats: Formats): PointsOnView {
  const answer =
    points === null
      ? "This is no day. Choose one."
      : `${formats.day(day)}: ${formats.count(points, "point").replace("-", "−")}.`;
  return { day, answer };
}
