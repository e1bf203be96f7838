import type { Progress } from "../rules/rule-type-module.ts";

/**
 * A customer's current progress with a rule. A monthly goal starts again when its month ends, with no write: a row whose period
 * is over reads as zero, because anything that happened since would have rewritten it.
 */
export function shownProgress(
  {
    current,
    required,
    until,
  }: { current: number | bigint; required: number | bigint; until: Date | null },
  now: Date,
): Progress {
  const isOver = until !== null && until <= now;
  return { current: isOver ? 0 : Number(current), required: Number(required), until };
}
