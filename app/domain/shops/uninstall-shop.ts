import type { Queries } from "#app/lib/db.ts";
import { notifyAccessChange } from "./access-change.ts";

/**
 * Closes a store whose merchant has removed the app: its keys are revoked permanently, its tokens and the names of
 * its staff deleted, mails that wait are not sent, and its data kept until the platform requests erasure. A late or repeated webhook about an
 * earlier uninstall only revokes the keys created before it: a store that was installed again stays open.
 *
 * @param uninstalledAt when the platform says it happened (machine time).
 */
export async function uninstallShop(
  tx: Queries,
  shopId: bigint,
  uninstalledAt: Date,
): Promise<void> {
  const closed = await tx.shop.updateManyAndReturn({
    where: { id: shopId, status: "active", connectedAt: { lte: uninstalledAt } },
    data: { status: "uninstalled", uninstalledAt, updatedAt: new Date() },
  });
  await tx.apiKey.updateMany({
    where: { shopId, revokedAt: null, createdAt: { lte: uninstalledAt } },
    data: { revokedAt: new Date() },
  });
  for (const { domain } of closed) {
    await notifyAccessChange(tx, shopId);
    await tx.session.deleteMany({ where: { shopDomain: domain } });
    await tx.staffMember.deleteMany({ where: { shopId } });
    // Nobody sends them any more, also not after another installation.
    await tx.$executeRaw`
      UPDATE mails SET state = 'suppressed', reason = 'The app was uninstalled.', data = NULL
      WHERE shop_id = ${shopId} AND state IN ('queued', 'sending')`;
  }
}
