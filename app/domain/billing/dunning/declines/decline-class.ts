import type { ChargeErrorCode } from "#app/platform/platform-charge-error.ts";
import type { ClassSituation, DunningStep, FailedAttempt } from "../dunning-situation.ts";

/** A kind of failed charge. Each is one module of this folder; `DECLINE_CLASSES` lists them. */
export interface DeclineClass {
  /** The platform's codes that belong to the class, each with a sentence of what happened. */
  codes: Partial<Record<ChargeErrorCode, string>>;
  /** What happened, where the code alone does not tell. */
  describe?(attempt: FailedAttempt): string;
  /**
   * What comes after the latest attempt, which failed with a code of the class. Depends on nothing but the
   * situation; the cap on attempts is applied afterwards, to all classes alike.
   */
  next(situation: ClassSituation): DunningStep;
}
