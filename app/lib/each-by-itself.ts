/**
 * Does work on one after the other, also after one on which it has failed: a store, an export, a chore. For what each of them needs
 * nobody else, and none may wait for the mending of another.
 *
 * @throws the failure, or all of them as an AggregateError, when all are done, so that whoever asked tries again.
 */
export async function eachByItself<T>(
  items: Iterable<T>,
  work: (item: T) => Promise<unknown>,
): Promise<void> {
  const failures: unknown[] = [];
  for (const item of items) {
    try {
      await work(item);
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length === 1) throw failures[0];
  if (failures.length > 1) throw new AggregateError(failures, `${failures.length} of them failed`);
}
