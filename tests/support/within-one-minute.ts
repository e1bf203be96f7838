/**
 * What came of work that the turn of a minute did not cut in two: it is done again otherwise, on something fresh, whether it
 * came to an end or failed.
 *
 * @param begin makes what the work is done on, which may take longer.
 */
export async function withinOneMinute<S, T>(
  begin: () => Promise<S>,
  work: (on: S) => Promise<T>,
): Promise<T> {
  for (;;) {
    const on = await begin();
    const minute = minuteNow();
    const [outcome] = await Promise.allSettled([work(on)]);
    if (minuteNow() !== minute) continue;
    if (outcome.status === "rejected") throw outcome.reason;
    return outcome.value;
  }
}

function minuteNow(): number {
  return Math.floor(Date.now() / 60_000);
}
