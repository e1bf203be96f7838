import { z } from "zod";
import { invalidInput } from "#app/lib/invalid-input.ts";
import { lineText } from "#app/lib/line-text.ts";

/** The most that a merchant may say about a decision, in characters. */
export const MAX_DECISION_REASON = 200;

const schema = z.object({
  reason: z
    .string()
    .overwrite(lineText)
    .min(1, "Say why.")
    .max(MAX_DECISION_REASON, `A reason has at most ${MAX_DECISION_REASON} characters.`),
});

/**
 * Why a merchant decided as they did, as it can be kept.
 *
 * @throws AppError invalid_input with the field `reason`.
 */
export function readDecisionReason(given: string): string {
  const parsed = schema.safeParse({ reason: given });
  if (!parsed.success) throw invalidInput(parsed.error);
  return parsed.data.reason;
}
