import { partsOf } from "#app/lib/parts-of.ts";
import type { ShopContext } from "../context.ts";
import { eachOrSetAside } from "./set-aside.ts";
import type { Thing } from "./thing.ts";

/** As many as one question to the platform can be about. */
const READ_AT_ONCE = 50;

/**
 * Reads things of the platform's again, some at a time; those that cannot be brought in are set aside.
 *
 * @param ids the platform's numbers, each once.
 * @param read reads some and stores them; done again for each alone where one of them fails.
 */
export async function readAgain(
  context: ShopContext,
  ids: readonly number[],
  thingOf: (shopId: bigint, id: number) => Thing,
  read: (some: readonly number[]) => Promise<void>,
): Promise<void> {
  for (const some of partsOf(ids, READ_AT_ONCE)) {
    await eachOrSetAside(context, some, (id) => thingOf(context.shop.id, id), read);
  }
}
