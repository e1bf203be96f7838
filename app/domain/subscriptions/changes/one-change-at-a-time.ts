import type { Subscription } from "#app/generated/prisma/client.ts";
import { KeyedSemaphore } from "#app/lib/keyed-semaphore.ts";
import type { ShopContext } from "../../context.ts";

const changes = new KeyedSemaphore<string>(1);

/**
 * Pauses and resumes of one subscription take turns in this process, each from the row as it is then: both write
 * their plan down before they call the platform, and would otherwise clear each other's.
 */
export function oneChangeAtATime<T>(
  { db }: Pick<ShopContext, "db">,
  { shopId, id }: Pick<Subscription, "shopId" | "id">,
  change: (subscription: Subscription) => Promise<T>,
): Promise<T> {
  return changes.run(`${shopId}/${id}`, async () => {
    const where = { shopId_id: { shopId, id } };
    return change(await db.prisma.subscription.findUniqueOrThrow({ where }));
  });
}
