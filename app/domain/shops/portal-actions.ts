import { z } from "zod";
import type { Queries } from "#app/lib/db.ts";

/** What a merchant may keep from shoppers. Who has paused may always resume. */
export const PORTAL_ACTIONS = [
  "skip",
  "move",
  "charge_now",
  "pause",
  "frequency",
  "quantity",
  "variant",
  "address",
  "renewal_credit",
  "reactivate",
] as const;

export type PortalAction = (typeof PORTAL_ACTIONS)[number];

/** The actions that are switched off. An action that comes later is on until somebody switches it off. */
export const portalOffSchema = z.array(z.enum(PORTAL_ACTIONS)).max(PORTAL_ACTIONS.length);

const shopSettingsSchema = z.object({
  portal: z.object({ off: portalOffSchema }).optional(),
});

/** What is off for all plans that have no choice of their own. */
export async function readStorePortalOff(tx: Queries, shopId: bigint): Promise<PortalAction[]> {
  const where = { id: shopId };
  const row = await tx.shop.findUniqueOrThrow({ where, select: { settings: true } });
  return shopSettingsSchema.parse(row.settings).portal?.off ?? [];
}

/** What is off for the subscribers of a plan alone; null where it is as for all plans. */
export function readPlanPortalOff(portalOff: unknown): PortalAction[] | null {
  return portalOff === null ? null : portalOffSchema.parse(portalOff);
}

/** What the owner of a subscription cannot do by themselves. */
export async function readPortalOff(
  tx: Queries,
  { shopId, planId }: { shopId: bigint; planId: bigint | null },
): Promise<ReadonlySet<PortalAction>> {
  const plan =
    planId === null
      ? null
      : await tx.plan.findUnique({
          where: { shopId_id: { shopId, id: planId } },
          select: { portalOff: true },
        });
  const own = readPlanPortalOff(plan?.portalOff ?? null);
  return new Set(own ?? (await readStorePortalOff(tx, shopId)));
}
