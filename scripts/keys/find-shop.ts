import { type Shop, toShop } from "#app/domain/shops/shop.ts";
import type { Database } from "#app/lib/db.ts";
import { UserFacingError } from "#scripts/process/user-facing-error.ts";

/**
 * The store that a command names, or the only one there is.
 *
 * @throws UserFacingError that lists the stores.
 */
export async function findShop(db: Database, domain: string | null): Promise<Shop> {
  const rows = await db.prisma.shop.findMany({ orderBy: { id: "asc" } });
  if (domain !== null) {
    const row = rows.find((candidate) => candidate.domain === domain);
    if (row) return toShop(row);
    throw new UserFacingError(`There is no store ${domain}. ${storesAre(rows)}`);
  }
  const [only, another] = rows;
  if (only && !another) return toShop(only);
  throw new UserFacingError(`Say which store with --shop. ${storesAre(rows)}`);
}

function storesAre(rows: { domain: string }[]): string {
  if (rows.length === 0) return "None has installed the app yet.";
  return `Stores: ${rows.map((row) => row.domain).join(", ")}.`;
}
