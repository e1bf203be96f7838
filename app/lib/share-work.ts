import { isUnreached } from "./db.ts";

/** Work that can be done for many at once, at a place: each store's database is one. */
interface Shared<Place, I, O> {
  /** So many at most. */
  most: number;
  /** Two of one key are never done together: the second is to see what the first has done. Left out for what only reads. */
  keyOf?(item: I): string;
  /** Does some, all or none of them. @returns what each comes to, in their order. */
  work(place: Place, items: readonly I[]): Promise<readonly O[]>;
}

interface Waiting<I, O> {
  readonly item: I;
  readonly resolve: (outcome: O) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Makes work that its callers share: what is asked for at once is done together, and so is, after it, what is asked for meanwhile. One
 * call waits for no other, and a flood costs few transactions. Where some fail together, each is done by itself: one that cannot be
 * done keeps no other back.
 */
export function shareWork<Place extends object, I, O>(
  shared: Shared<Place, I, O>,
): (place: Place, item: I) => Promise<O> {
  const waitingAt = new WeakMap<Place, Waiting<I, O>[]>();
  const workOff = async (place: Place, waiting: Waiting<I, O>[]) => {
    // Those who ask in the same turn are together from the first.
    await Promise.resolve();
    while (waiting.length > 0) await doSome(shared, place, takeSome(shared, waiting));
    waitingAt.delete(place);
  };
  return (place, item) =>
    new Promise((resolve, reject) => {
      const one = { item, resolve, reject };
      const waiting = waitingAt.get(place);
      if (waiting) waiting.push(one);
      else {
        const first = [one];
        waitingAt.set(place, first);
        void workOff(place, first);
      }
    });
}

/** Takes the first ones out, of different keys. */
function takeSome<I, O>(
  { most, keyOf }: Pick<Shared<never, I, O>, "most" | "keyOf">,
  waiting: Waiting<I, O>[],
): Waiting<I, O>[] {
  const taken = new Map<string | number, Waiting<I, O>>();
  const passed: Waiting<I, O>[] = [];
  for (const one of waiting) {
    if (taken.size === most) break;
    const key = keyOf?.(one.item) ?? taken.size;
    if (taken.has(key)) passed.push(one);
    else taken.set(key, one);
  }
  waiting.splice(0, taken.size + passed.length, ...passed);
  return [...taken.values()];
}

async function doSome<Place, I, O>(
  { work }: Pick<Shared<Place, I, O>, "work">,
  place: Place,
  some: readonly Waiting<I, O>[],
): Promise<void> {
  try {
    const outcomes = await work(
      place,
      some.map(({ item }) => item),
    );
    for (const [at, { resolve }] of some.entries()) resolve(outcomes[at] as O);
  } catch (error) {
    // By themselves they would fail in the same way, after having waited one after the other.
    if (some.length === 1 || isUnreached(error)) for (const { reject } of some) reject(error);
    else for (const one of some) await doSome({ work }, place, [one]);
  }
}
