import type { ShopContext } from "../context.ts";
import { isOfSurroundings } from "./is-of-surroundings.ts";

/**
 * Does work on one of many that somebody else keeps the outcome of: a line of a file.
 *
 * @param about names it in the log.
 * @returns undefined when it has failed because of itself.
 * @throws what fails because of what is around it: the next one would fail as well.
 */
export async function orLog<T>(
  { log }: Pick<ShopContext, "log">,
  about: Readonly<Record<string, string | number>>,
  work: () => Promise<T>,
): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (isOfSurroundings(error)) throw error;
    log.error({ err: error, ...about }, "one of many has failed, and the others go on");
    return undefined;
  }
}
