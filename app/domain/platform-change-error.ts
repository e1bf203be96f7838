import { AppError } from "#app/lib/app-error.ts";
import { isPlatformFailure } from "#app/platform/platform-failure.ts";

/**
 * The error for a change that failed on the platform; any other error is passed on as is.
 *
 * @param change what was asked for, as it reads after "refused to": "cancel", "change the name".
 */
export function toPlatformChangeError(error: unknown, change: string): unknown {
  if (!isPlatformFailure(error)) return error;
  return error.kind === "refused"
    ? new AppError("platform_refused", `The platform refused to ${change}: ${error.message}`)
    : new AppError("platform_unavailable", "The store's platform does not answer just now.");
}
