import { isAppError } from "#app/lib/app-error.ts";

/** Somebody else has decided otherwise, or it is not there any more: the page is read again, and says so. */
export interface DecidedBefore {
  outcome: "decided_before";
}

/**
 * Decides, for a page's action. That somebody else was faster is no error of the form: their decision stands, and the page shows it.
 *
 * @throws AppError as the decision does otherwise.
 */
export async function decideUnlessDecided<T extends string>(
  outcome: T,
  decide: () => Promise<void>,
): Promise<{ outcome: T } | DecidedBefore> {
  try {
    await decide();
    return { outcome };
  } catch (error) {
    const isLate = isAppError(error) && ["already_done", "not_found"].includes(error.code);
    if (isLate) return { outcome: "decided_before" };
    throw error;
  }
}
