import type { ShopContext } from "#app/domain/context.ts";
import type { PlatformContract } from "#app/platform/platform-contract.ts";
import { splitUnreadable } from "#app/platform/platform-unreadable.ts";

/** Reads all contracts of a store from the platform. */
export async function listContracts({ platform }: ShopContext): Promise<PlatformContract[]> {
  const all: PlatformContract[] = [];
  for (let cursor: string | null = null; ; ) {
    const page: Awaited<ReturnType<typeof platform.listContracts>> =
      await platform.listContracts(cursor);
    all.push(...splitUnreadable(page.items).readable);
    cursor = page.nextCursor;
    if (cursor === null) return all;
  }
}
