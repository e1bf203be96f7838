import type { Queries } from "#app/lib/db.ts";
import type { ExportName } from "../modules/export-module.ts";
import { EXPORT_MODULES } from "../modules/export-modules.ts";

/** The ids of facts that may have a row in an export, after an id, ascending. */
export async function readSources(
  queries: Pick<Queries, "$queryRawUnsafe">,
  {
    shopId,
    name,
    after,
    limit,
  }: { shopId: bigint; name: ExportName; after: bigint; limit: number },
): Promise<bigint[]> {
  const rows = await queries.$queryRawUnsafe<{ id: bigint }[]>(
    EXPORT_MODULES[name].sources,
    shopId,
    after,
    limit,
  );
  return rows.map(({ id }) => id);
}
