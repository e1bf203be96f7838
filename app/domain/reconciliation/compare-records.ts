import type { ChangedKind, PlatformChange } from "#app/platform/platform.ts";
import type { ShopContext } from "../context.ts";
import { refreshCustomers } from "../customers/store-customer.ts";
import type { Comparison } from "../orders/compare-orders.ts";
import { refreshContracts } from "../subscriptions/store-contract.ts";

/** Compares the contracts that were changed since an instant with our rows, and reads again what differs. */
export function compareContracts(context: ShopContext, since: Date | null): Promise<Comparison> {
  return compare(context, "contracts", since, async (changes) => {
    const rows = await context.db.prisma.subscription.findMany({
      where: { shopId: context.shop.id, platformContractId: { in: idsOf(changes) } },
      select: { platformContractId: true, platformUpdatedAt: true, monthlyWorthMinor: true },
    });
    // Rows of a version that did not keep a subscription's worth are read again, too.
    const known = new Map(
      rows
        .filter(({ monthlyWorthMinor }) => monthlyWorthMinor !== null)
        .map((row) => [Number(row.platformContractId), row.platformUpdatedAt]),
    );
    const stale = changes.filter(({ id, updatedAt }) => isOlder(known.get(id), updatedAt));
    await refreshContracts(
      context,
      stale.map(({ id }) => id),
    );
    return stale.length;
  });
}

/** The same of customers. Those whose data was erased stay as they are. */
export function compareCustomers(context: ShopContext, since: Date | null): Promise<Comparison> {
  return compare(context, "customers", since, async (changes) => {
    const rows = await context.db.prisma.customer.findMany({
      where: { shopId: context.shop.id, platformCustomerId: { in: idsOf(changes) } },
      select: { platformCustomerId: true, platformUpdatedAt: true, redactedAt: true },
    });
    const known = new Map(rows.map((row) => [Number(row.platformCustomerId), row]));
    const stale = changes.filter(({ id, updatedAt }) => {
      const row = known.get(id);
      return !row?.redactedAt && isOlder(row?.platformUpdatedAt, updatedAt);
    });
    await refreshCustomers(
      context,
      stale.map(({ id }) => id),
    );
    return stale.length;
  });
}

async function compare(
  context: ShopContext,
  kind: ChangedKind,
  since: Date | null,
  repair: (changes: readonly PlatformChange[]) => Promise<number>,
): Promise<Comparison> {
  const result: Comparison = { compared: 0, repaired: 0 };
  let cursor: string | null = null;
  do {
    const page = await context.platform.listChanges(kind, since, cursor);
    result.repaired += await repair(page.items);
    result.compared += page.items.length;
    cursor = page.nextCursor;
  } while (cursor !== null);
  return result;
}

const idsOf = (changes: readonly PlatformChange[]) => changes.map(({ id }) => BigInt(id));

const isOlder = (ours: Date | null | undefined, theirs: Date) => !ours || ours < theirs;
