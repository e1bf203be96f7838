import { lineText } from "#app/lib/line-text.ts";

/** An adjustment of points as somebody typed it. */
export interface PointsAdjustmentInput {
  points: string;
  reason: string;
}

export const MAX_REASON_LENGTH = 500;
const MOST = 10_000_000;

type Checked =
  | { problems: null; points: number; reason: string }
  | { problems: { [K in keyof PointsAdjustmentInput]?: string } };

/** Reads an adjustment: a whole number of points, below zero to deduct, and why. */
export function checkPointsAdjustment(input: PointsAdjustmentInput): Checked {
  const typed = input.points.trim().replace("−", "-");
  const reason = lineText(input.reason);
  const points = /^-?\d{1,15}$/.test(typed) ? Number(typed) : Number.NaN;
  const pointsProblem = problemOf(points);
  const reasonProblem =
    reason === ""
      ? "Enter a reason. It is shown in the customer's history."
      : reason.length > MAX_REASON_LENGTH
        ? `At most ${MAX_REASON_LENGTH} characters.`
        : null;
  if (pointsProblem || reasonProblem) {
    return {
      problems: {
        ...(pointsProblem && { points: pointsProblem }),
        ...(reasonProblem && { reason: reasonProblem }),
      },
    };
  }
  return { problems: null, points, reason };
}

function problemOf(points: number): string | null {
  if (Number.isNaN(points)) return "Give a whole number, for example 100 or -50.";
  if (points === 0) return "Must not be 0.";
  return Math.abs(points) > MOST ? `At most ${MOST} either way.` : null;
}
