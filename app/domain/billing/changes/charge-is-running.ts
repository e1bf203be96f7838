import { AppError } from "#app/lib/app-error.ts";

/** Nothing about a charge changes while the platform works on it. */
export function chargeIsRunning(): AppError {
  return new AppError(
    "charge_not_retryable",
    "A charge of this subscription is under way. Wait for its end, then try again.",
  );
}
