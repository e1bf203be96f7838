/**
 * Does the items in their order, so many at the same time, and resolves when all that were begun are
 * done. After the first that fails no other is begun.
 *
 * @param run resolves to whether the item passed.
 */
export async function sideBySide<Item>(
  items: readonly Item[],
  atOnce: number,
  run: (item: Item) => Promise<boolean>,
): Promise<void> {
  const waiting = [...items];
  let failed = false;
  const lane = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) {
      if (!(await run(item))) failed = true;
      if (failed) return;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
}
