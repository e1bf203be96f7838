import type { Queries } from "#app/lib/db.ts";
import { addJob } from "#app/lib/queue.ts";
import type { ShopContext } from "../context.ts";
import { nextVersion } from "../edit-version.ts";
import { findTagDriftJob } from "../perks/perk-jobs.ts";

/** Keeps a group's tag, which the platform has no place for, and has the customers looked at whom it concerns. */
export async function storeCustomerTag(
  { shop, clock }: Pick<ShopContext, "shop" | "clock">,
  tx: Queries,
  id: bigint,
  customerTag: string | null,
): Promise<void> {
  const where = { shopId_id: { shopId: shop.id, id } };
  const row = await tx.planGroup.findUniqueOrThrow({ where });
  if (row.customerTag === customerTag) return;
  const updatedAt = nextVersion(row.updatedAt, clock.now());
  await tx.planGroup.update({ where, data: { customerTag, updatedAt } });
  await addJob(tx, findTagDriftJob, { shopId: shop.id });
}
