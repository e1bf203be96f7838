import type { ShopContext } from "../../context.ts";
import { hasUnreadEvents, runSubscriber } from "../../events/run-subscriber.ts";
import { areExportsBuilt, buildExports } from "./build-exports.ts";
import { exportsSubscriber } from "./follow-facts.ts";

/** So long a reader waits for the rows to be up to the facts. After that they get what there is. */
const PATIENCE_MS = 2_000;

/** What a process is catching up with, a store each. */
const running = new WeakMap<object, Map<bigint, Promise<void>>>();

/**
 * Brings a store's rows up to its facts before they are read, so that whoever has changed something finds it. Readers of
 * one store share the work. Where there is more to do than a reader waits for, the work goes on, and the reader gets
 * complete rows of a moment ago.
 *
 * @returns whether rows are still to come. A store whose rows cannot be made now has none to come.
 */
export async function catchUpBeforeReading(context: ShopContext): Promise<boolean> {
  const deadline = performance.now() + PATIENCE_MS;
  while (!(await isUpToDate(context))) {
    const left = deadline - performance.now();
    if (left <= 0) return true;
    let timer: NodeJS.Timeout | undefined;
    const patience = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, left);
    });
    const work = catchUpOnce(context).then(
      () => false,
      (error: unknown) => {
        context.log.error(
          { err: error },
          "the rows of the exports cannot be brought up to the facts",
        );
        return true;
      },
    );
    const hasFailed = await Promise.race([work, patience]).finally(() => clearTimeout(timer));
    if (hasFailed) return false;
  }
  return false;
}

async function isUpToDate(context: ShopContext): Promise<boolean> {
  return (await areExportsBuilt(context)) && !(await hasUnreadEvents(context, exportsSubscriber));
}

function catchUpOnce(context: ShopContext): Promise<void> {
  const { processPool } = context.db;
  const ofProcess = running.get(processPool) ?? new Map<bigint, Promise<void>>();
  running.set(processPool, ofProcess);
  const { id } = context.shop;
  const known = ofProcess.get(id);
  if (known) return known;
  const run = catchUp(context).finally(() => ofProcess.delete(id));
  ofProcess.set(id, run);
  return run;
}

async function catchUp(context: ShopContext): Promise<void> {
  if (!(await areExportsBuilt(context))) await buildExports(context);
  await runSubscriber(context, exportsSubscriber);
}
