/** The platform takes no date that has passed, also not while the call is on its way. */
const AHEAD_MS = 60_000;

/** The soonest date that a charge can be given at `now`, in whole seconds, which are all that the platform knows. */
export function soonestDate(now: Date): Date {
  return new Date(Math.ceil((now.getTime() + AHEAD_MS) / 1000) * 1000);
}
