import type { Queries } from "#app/lib/db.ts";
import { partsOf } from "#app/lib/parts-of.ts";
import { addJobs } from "#app/lib/queue.ts";
import { keepable, shortened } from "#app/lib/storable-text.ts";
import type { ShopContext } from "../context.ts";
import { describeFailure } from "../describe-failure.ts";
import { isOfSurroundings } from "./is-of-surroundings.ts";
import type { Thing } from "./thing.ts";

/** After so many tries by itself, within two hours, it waits for the daily comparison and for the platform's next word. */
const MOST_TRIES = 6;
const MINUTE_MS = 60_000;
const LONGEST_LABEL = 200;
/** So few that the database looks each up by its key. */
const AT_ONCE = 50;

/**
 * Does work on one thing of the platform's. What fails because of the thing itself is set aside: it is written down, named in
 * the merchant's worklist and tried again later, and the caller goes on with the next one.
 *
 * @returns undefined for what was set aside.
 * @throws what fails because of what is around it, see {@link isOfSurroundings}: the next one would fail as well.
 */
export async function orSetAside<T>(
  context: ShopContext,
  thing: Thing,
  work: () => Promise<T>,
): Promise<T | undefined> {
  let done: T;
  try {
    done = await work();
  } catch (error) {
    if (isOfSurroundings(error)) throw error;
    await setAside(context, thing, error);
    return undefined;
  }
  await takeBack(context, [thing]);
  return done;
}

/** The same for some that are done together, and one by one where that fails. Work that is repeated must change nothing. */
export async function eachOrSetAside<T>(
  context: ShopContext,
  items: readonly T[],
  thingOf: (item: T) => Thing,
  work: (some: readonly T[]) => Promise<void>,
): Promise<void> {
  try {
    await work(items);
  } catch (error) {
    if (isOfSurroundings(error)) throw error;
    for (const item of items) await orSetAside(context, thingOf(item), () => work([item]));
    return;
  }
  await takeBack(context, items.map(thingOf));
}

/** Writes down what could not be brought in, for the log, the merchant's worklist and the next try. */
export async function setAside(context: ShopContext, thing: Thing, error: unknown): Promise<void> {
  const { db, shop, clock, log } = context;
  const { kind, key, again } = thing;
  // What makes a thing impossible to store may stand in its name.
  const label = thing.label === null ? null : shortened(keepable(thing.label), LONGEST_LABEL);
  const now = clock.now();
  const tries = await db.transaction(async (tx) => {
    await tx.shop.update({ where: { id: shop.id }, data: { hasSetAside: true } });
    const row = await tx.setAside.upsert({
      where: { shopId_kind_key: { shopId: shop.id, kind, key } },
      create: {
        ...{ shopId: shop.id, kind, key, label },
        ...{ error: describeFailure(error), since: now, lastAt: now },
      },
      update: {
        ...{ error: describeFailure(error), lastAt: now, tries: { increment: 1 } },
        ...(label !== null && { label }),
      },
    });
    if (again && row.tries <= MOST_TRIES) {
      const runAt = new Date(Date.now() + 2 ** row.tries * MINUTE_MS);
      await addJobs(tx, [{ ...again, runAt, isRetry: true }]);
    }
    return row.tries;
  });
  const named = { thing: `${kind} ${key}`, tries };
  if (tries === 1) log.error({ ...named, err: error }, "could not be brought in, and is set aside");
  else log.warn(named, "could still not be brought in");
}

/** What was set aside before and is done now. */
async function takeBack({ db, shop }: ShopContext, things: readonly Thing[]): Promise<void> {
  if (!shop.hasSetAside) return;
  for (const [kind, some] of Map.groupBy(things, (thing) => thing.kind)) {
    for (const part of partsOf(some, AT_ONCE)) {
      const key = { in: part.map((thing) => thing.key) };
      await db.prisma.setAside.deleteMany({ where: { shopId: shop.id, kind, key } });
    }
  }
}

/** Notes that nothing is set aside any more, where that is so. The store's row is locked by all who set something aside. */
export async function noteNothingSetAside(tx: Queries, shopId: bigint): Promise<void> {
  await tx.$queryRaw`SELECT id FROM shops WHERE id = ${shopId} FOR NO KEY UPDATE`;
  const left = await tx.setAside.findFirst({ where: { shopId } });
  if (!left) await tx.shop.update({ where: { id: shopId }, data: { hasSetAside: false } });
}
