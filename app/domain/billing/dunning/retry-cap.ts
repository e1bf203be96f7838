/** Card networks fine a merchant whose attempts on one card are more than these. */
export const MAX_ATTEMPTS = 15;
export const WINDOW_DAYS = 30;

const WINDOW_MS = WINDOW_DAYS * 86_400_000;

/**
 * Whether a payment method may be charged at an instant, given when it was charged before. A plan made ahead does not
 * know what other subscriptions will charge in the meantime: ask again right before the charge.
 */
export function isWithinCap(attemptsOnMethod: readonly Date[], at: Date): boolean {
  const since = at.getTime() - WINDOW_MS;
  const recent = attemptsOnMethod.filter((one) => one.getTime() > since);
  return recent.length < MAX_ATTEMPTS;
}
