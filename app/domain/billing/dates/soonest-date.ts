/** The platform takes no date that has passed, also not while the call is on its way. */
const AHEAD_MS = 60_000;

/** The soonest date that a charge can be given at `now`, in whole seconds, which are all that the platform knows. */
export function soonestDate(now: Date): Date {
  return new Date(Math.ceil((now.getTime() + AHEAD_MS) / 1000) * 1000);
}

/** So long before its date the platform takes a charge. */
export const MAX_EARLY_MS = 24 * 60 * 60_000;

/** The first date that lies behind a cycle of the platform's: its end is the date of that cycle itself. */
export function firstAfterCycle(endAt: Date): Date {
  return new Date(endAt.getTime() + 1000);
}
