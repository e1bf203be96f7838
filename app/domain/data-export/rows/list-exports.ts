import type { ShopContext } from "../../context.ts";
import type { ExportName } from "../modules/export-module.ts";
import { EXPORT_NAMES } from "../modules/export-modules.ts";

/** An export of a store as it stands. */
export interface ExportState {
  name: ExportName;
  rows: number;
  /** The zone of the rows that readers get; null before the first are complete. */
  zone: string | null;
  isBuilding: boolean;
}

/** Every export of a store. Counts its rows, which takes a while where there are millions. */
export async function listExports({
  db,
  shop,
}: Pick<ShopContext, "db" | "shop">): Promise<ExportState[]> {
  const found = await db.prisma.$queryRaw<
    { export: string; zone: string | null; is_building: boolean; rows: bigint }[]
  >`
    SELECT e.export, g.zone, e.building IS NOT NULL AS is_building,
      (SELECT count(*) FROM export_rows r WHERE r.shop_id = e.shop_id AND r.export = e.export
        AND r.generation = e.served) AS rows
    FROM exports e LEFT JOIN export_generations g
      ON g.shop_id = e.shop_id AND g.export = e.export AND g.generation = e.served
    WHERE e.shop_id = ${shop.id}`;
  return EXPORT_NAMES.map((name) => {
    const one = found.find((row) => row.export === name);
    return {
      name,
      rows: Number(one?.rows ?? 0n),
      zone: one?.zone ?? null,
      isBuilding: one?.is_building ?? false,
    };
  });
}
