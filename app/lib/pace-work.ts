import { setImmediate } from "node:timers/promises";

/** So long a process may be at one thing before it looks at what else has come. */
const SLICE_MS = 10;

/**
 * Cuts long work into slices: called repeatedly in a loop, it returns a promise to await at the end of each slice,
 * so waiting requests are served, and otherwise nothing.
 *
 *     const pause = paceWork();
 *     for (const line of lines) {
 *       const rest = pause();
 *       if (rest) await rest;
 *       …
 */
export function paceWork(): () => Promise<void> | null {
  let begun = performance.now();
  return () => {
    if (performance.now() - begun < SLICE_MS) return null;
    return setImmediate().then(() => {
      begun = performance.now();
    });
  };
}

/** `list.map(make)`, in slices. */
export async function mapInSlices<T, R>(
  list: readonly T[],
  make: (item: T, index: number) => R,
): Promise<R[]> {
  const pause = paceWork();
  const made: R[] = [];
  for (const [index, item] of list.entries()) {
    const rest = pause();
    if (rest) await rest;
    made.push(make(item, index));
  }
  return made;
}
