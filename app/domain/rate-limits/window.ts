/** The state of one window (a minute or a day) after a call, including that call. */
export interface WindowState {
  readonly allowed: boolean;
  readonly limit: number;
  /** How many more calls were left when this process last counted in the database, its own leased ones included. */
  readonly remaining: number;
  /** End of the window in milliseconds since 1970, by the database server's clock. */
  readonly endsAt: number;
  /** Length of the window in seconds, for the RateLimit-Policy field. */
  readonly windowSeconds: number;
}

/**
 * Decides a call from its place in both windows; `day` is null for a plan without a daily limit. The window that
 * is nearer to the end of its allowance is described; of two exhausted ones, the one that ends later.
 */
export function evaluateRateLimit(minute: WindowState, day: WindowState | null): WindowState {
  if (day === null) return minute;
  if (!minute.allowed || !day.allowed) return day.allowed ? minute : day;
  return day.remaining < minute.remaining ? day : minute;
}
