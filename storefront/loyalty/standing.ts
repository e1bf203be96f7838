import type { Line, Numbers } from "./lines.ts";

/** How far a customer is with a rule, as the Loyalty API answers it. */
export interface Progress {
  current: number;
  required: number;
}

/** What of the Loyalty API's answer about a customer the blocks show. */
export interface Standing {
  points_balance: number;
  points_pending: number;
  rules: { id: number; completion_progress: Progress | null }[];
}

/** A number of points, in words. */
export function pointsLine(points: number, numbers: Numbers): Line {
  return [numbers.isOne(points) ? "one" : "other", { points: numbers.count(points) }];
}

/** How far a customer is, in words. `isMoney`: an amount has to be reached, in major units. */
export function progressLine(
  { current, required }: Progress,
  isMoney: boolean,
  numbers: Numbers,
): Line {
  const write = isMoney ? numbers.wholeMoney : numbers.count;
  return ["progress", { current: write(current), required: write(required) }];
}

/** Whether the reward is there, and whether only one more time is missing on a card of several. */
export function stageOf({ current, required }: Progress): { isDone: boolean; isLast: boolean } {
  return { isDone: current >= required, isLast: required > 1 && required - current === 1 };
}
