/** A wait that is longer than this is left to whoever started the load. */
const LONGEST_WAIT_MS = 10 * 60_000;

const FIRST_BACKOFF_MS = 1_000;
const LONGEST_BACKOFF_MS = 60_000;

/**
 * How long to wait before a request is repeated, in milliseconds: what `Retry-After` says, else twice as
 * long each time, less a random part so that several loads do not come back together.
 *
 * @param failures how often it has failed, from 1.
 * @param retryAfter the header: seconds or an HTTP date.
 * @param random from 0 to 1.
 * @returns null when the server asks for more than ten minutes.
 */
export function retryDelayMs(
  failures: number,
  retryAfter: string | null,
  { now, random }: { now: number; random: number },
): number | null {
  const asked = retryAfter === null ? null : askedMs(retryAfter, now);
  if (asked !== null) return asked <= LONGEST_WAIT_MS ? asked : null;
  const backoff = Math.min(FIRST_BACKOFF_MS * 2 ** (failures - 1), LONGEST_BACKOFF_MS);
  return Math.round(backoff * (1 - random / 2));
}

/** @returns null for a value that is neither seconds nor a date. */
function askedMs(retryAfter: string, now: number): number | null {
  if (/^\d{1,9}$/.test(retryAfter)) return Number(retryAfter) * 1_000;
  const at = Date.parse(retryAfter);
  return Number.isNaN(at) ? null : Math.max(0, at - now);
}
