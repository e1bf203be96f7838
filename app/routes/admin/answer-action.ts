import { type FieldErrors, isAppError } from "#app/lib/app-error.ts";
import type { Logger } from "#app/lib/log.ts";

/** Why nothing was saved. The page stays as it is, with everything that was typed. */
export interface Refusal {
  outcome: "refused";
  message: string;
  fields: FieldErrors;
}

/**
 * Runs what a form asked for. A refusal, and even a bug, comes back as an answer rather than as an
 * error page, so that what the merchant has typed stays in front of them.
 */
export async function answerAction<T>(log: Logger, work: () => Promise<T>): Promise<T | Refusal> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Response) throw error;
    if (isAppError(error)) {
      return { outcome: "refused", message: error.message, fields: error.fields ?? {} };
    }
    log.error({ err: error }, "an action of the admin failed");
    return {
      outcome: "refused",
      message: "Something went wrong on our side, and nothing was saved. Try again in a moment.",
      fields: {},
    };
  }
}
