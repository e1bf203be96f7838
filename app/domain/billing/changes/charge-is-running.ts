import type { AppError } from "#app/lib/app-error.ts";
import { refuse } from "../../refusals/refuse.ts";

/** Nothing about a charge changes while the platform works on it. */
export function chargeIsRunning(): AppError {
  return refuse("charge_running");
}
