import type { PointsIntegration as PointsIntegrationRow } from "#app/generated/prisma/client.ts";
import type { ShopContext } from "../context.ts";

/** Another program whose points the store's customers collect: where the platform keeps a balance, and how it is named. */
export interface PointsIntegration {
  /** Rows of members call the balance `<name>_points`. */
  name: string;
  /** Of the customer's metafield that holds the balance. */
  namespace: string;
  key: string;
  /** Rows then say ` - ` instead of the balance. */
  isHidden: boolean;
}

/** As it is stored: how far it is read too. */
export type StoredPointsIntegration = PointsIntegrationRow;

/** Null where a store has none. */
export function readPointsIntegration({
  db,
  shop,
}: Pick<ShopContext, "db" | "shop">): Promise<StoredPointsIntegration | null> {
  return db.prisma.pointsIntegration.findUnique({ where: { shopId: shop.id } });
}
