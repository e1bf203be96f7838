import type { ShopContext } from "../context.ts";
import type { ThingKind } from "./thing.ts";

/** Something that could not be brought in. */
export interface SetAsideThing {
  kind: ThingKind;
  key: string;
  label: string | null;
  /** Why, in words for a merchant and without a full stop. */
  error: string;
  since: Date;
}

/** What is set aside, the longest first, and how many are beyond the first ones. */
export async function listSetAside(
  { db, shop }: Pick<ShopContext, "db" | "shop">,
  most: number,
): Promise<{ things: SetAsideThing[]; more: number }> {
  const where = { shopId: shop.id };
  const rows = await db.prisma.setAside.findMany({
    where,
    orderBy: [{ since: "asc" }, { kind: "asc" }, { key: "asc" }],
    take: most,
  });
  const all = rows.length < most ? rows.length : await db.prisma.setAside.count({ where });
  const things = rows.map((row) => ({ ...row, kind: row.kind as ThingKind }));
  return { things, more: all - rows.length };
}
