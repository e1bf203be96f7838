import { addJob } from "#app/lib/queue.ts";
import { workingZone } from "#app/lib/zones.ts";
import type { AppContext } from "../../context.ts";
import type { ExportName } from "../modules/export-module.ts";
import { EXPORT_NAMES } from "../modules/export-modules.ts";
import { formOf } from "./export-form.ts";
import { buildExportsJob, compareExportsJob } from "./export-jobs.ts";

/** Starts a build where an export is missing or was made for something else, and where old rows are left to be removed. */
export async function enqueueExportBuilds({ db }: Pick<AppContext, "db">): Promise<void> {
  const shops = await db.prisma.shop.findMany({ where: { status: "active" } });
  const built = await db.prisma.$queryRaw<BuiltExport[]>`
    SELECT e.shop_id, g.export, g.form, g.zone, g.currency, g.generation IS NOT DISTINCT FROM e.served AS is_served
    FROM exports e JOIN export_generations g ON g.shop_id = e.shop_id AND g.export = e.export`;
  const byShop = Map.groupBy(built, ({ shop_id }) => shop_id);
  for (const { id, ianaTimezone, currency } of shops) {
    const generations = byShop.get(id) ?? [];
    const right = generations.filter(
      (one) =>
        one.is_served &&
        one.zone === workingZone(ianaTimezone) &&
        one.currency === currency &&
        one.form === formOf(one.export as ExportName),
    );
    // One that is not served is being built, or was left for whoever removes it.
    if (right.length < EXPORT_NAMES.length || right.length < generations.length) {
      await addJob(db.prisma, buildExportsJob, { shopId: id });
    }
  }
}

interface BuiltExport {
  shop_id: bigint;
  export: string;
  form: string;
  zone: string;
  currency: string;
  is_served: boolean;
}

/** Starts the comparison of a sample in each store. */
export async function enqueueExportComparisons({ db }: Pick<AppContext, "db">): Promise<void> {
  const shops = await db.prisma.shop.findMany({
    where: { status: "active" },
    select: { id: true },
  });
  for (const { id } of shops) await addJob(db.prisma, compareExportsJob, { shopId: id });
}
