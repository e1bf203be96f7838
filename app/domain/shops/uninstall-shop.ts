import type { Queries } from "#app/lib/db.ts";

/**
 * Closes a store whose merchant has removed the app: keys are refused from now on, tokens are thrown
 * away, the data stays until the platform asks for its erasure. Late or repeated news of an earlier
 * uninstall does nothing to a store that has been installed again since.
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
  for (const { domain } of closed) {
    await tx.session.deleteMany({ where: { shopDomain: domain } });
  }
}
