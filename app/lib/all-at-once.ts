/**
 * Does work on all of them at once.
 *
 * @throws the first failure, once all have ended: nothing goes on behind the back of whoever tries again.
 */
export async function allAtOnce<T>(
  items: readonly T[],
  work: (item: T) => Promise<unknown>,
): Promise<void> {
  const outcomes = await Promise.allSettled(items.map(work));
  const failed = outcomes.find(({ status }) => status === "rejected");
  if (failed?.status === "rejected") throw failed.reason;
}
