import { AppError } from "#app/lib/app-error.ts";
import type { ContractActor } from "#app/platform/platform.ts";
import { isPlatformFailure } from "#app/platform/platform-failure.ts";
import type { Actor } from "../context.ts";

/** The actor that the platform records for a contract change. */
export function toContractActor({ kind }: Actor): ContractActor {
  if (kind === "customer") return "customer";
  return kind === "merchant" ? "merchant" : "partner";
}

/** The error for a contract change that failed on the platform. Any other error is passed on as is. */
export function toContractChangeError(
  error: unknown,
  change: "cancel" | "pause" | "resume",
): unknown {
  if (!isPlatformFailure(error)) return error;
  return error.kind === "refused"
    ? new AppError("platform_refused", `The platform refused to ${change}: ${error.message}`)
    : new AppError("platform_unavailable", "The store's platform does not answer just now.");
}

export function contractCancelledError(): AppError {
  return new AppError("contract_cancelled", "This contract is cancelled; it cannot come back.");
}
