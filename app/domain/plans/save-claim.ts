import type { Queries } from "#app/lib/db.ts";
import { addJob } from "#app/lib/queue.ts";
import type { ShopContext } from "../context.ts";
import { settlePlanGroupsJob } from "./plan-jobs.ts";

/** Longer than a save takes at its slowest, with every repeat of its calls. Machine time. */
const CLAIM_MS = 180_000;

/** Says that nobody else changes the group on the platform at the moment. */
export interface SaveClaim {
  readonly name: string;
  readonly startedAt: Date;
}

export function claimOfCreation(key: string): string {
  return `create:${key}`;
}

export function claimOfGroup(groupId: bigint): string {
  return `group:${groupId}`;
}

/**
 * Claims a group, in the transaction that decided to change it. Null while another change of it is under way. One that
 * was never finished gives way after three minutes, and a job looks what became of it.
 */
export async function claimSave(
  context: Pick<ShopContext, "shop">,
  tx: Queries,
  name: string,
): Promise<SaveClaim | null> {
  const shopId = context.shop.id;
  const startedAt = new Date();
  const expired = new Date(startedAt.getTime() - CLAIM_MS);
  const claimed = await tx.$executeRaw`
    INSERT INTO plan_group_saves (shop_id, claim, started_at) VALUES (${shopId}, ${name}, ${startedAt})
    ON CONFLICT (shop_id, claim) DO UPDATE SET started_at = EXCLUDED.started_at
    WHERE plan_group_saves.started_at < ${expired}`;
  if (claimed === 0) return null;
  const runAt = new Date(startedAt.getTime() + CLAIM_MS + 1000);
  await addJob(tx, settlePlanGroupsJob, { shopId }, runAt);
  return { name, startedAt };
}

/** Ends a claim whose change has a known end. */
export async function endClaim(
  context: Pick<ShopContext, "shop">,
  tx: Queries,
  { name, startedAt }: SaveClaim,
): Promise<void> {
  await tx.planGroupSave.deleteMany({
    where: { shopId: context.shop.id, claim: name, startedAt },
  });
}

/** Leaves a claim for the job that looks what became of its change, and lets the next save begin at once. */
export async function abandonClaim(
  context: Pick<ShopContext, "shop">,
  tx: Queries,
  { name, startedAt }: SaveClaim,
): Promise<void> {
  const shopId = context.shop.id;
  await tx.planGroupSave.updateMany({
    where: { shopId, claim: name, startedAt },
    data: { startedAt: new Date(0) },
  });
  await addJob(tx, settlePlanGroupsJob, { shopId });
}

/** Before this instant, a claim has been left behind. */
export function claimsExpireBefore(): Date {
  return new Date(Date.now() - CLAIM_MS);
}
