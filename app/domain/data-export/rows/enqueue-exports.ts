import { addJob } from "#app/lib/queue.ts";
import type { AppContext } from "../../context.ts";
import type { ExportName } from "../modules/export-module.ts";
import { EXPORT_NAMES } from "../modules/export-modules.ts";
import { formOf } from "./export-form.ts";
import { buildExportsJob, compareExportsJob } from "./export-jobs.ts";

/** Starts a build in each store where an export is missing, or was made for another zone, currency or form. */
export async function enqueueExportBuilds({ db }: Pick<AppContext, "db">): Promise<void> {
  const shops = await db.prisma.shop.findMany({ where: { status: "active" } });
  const built = await db.prisma.$queryRaw<BuiltExport[]>`
    SELECT e.shop_id, g.export, g.form, g.zone, g.currency FROM exports e JOIN export_generations g
      ON g.shop_id = e.shop_id AND g.export = e.export AND g.generation = e.served
    WHERE e.building IS NULL`;
  const byShop = Map.groupBy(built, ({ shop_id }) => shop_id);
  for (const { id, ianaTimezone, currency } of shops) {
    const right = (byShop.get(id) ?? []).filter(
      (one) =>
        one.zone === ianaTimezone &&
        one.currency === currency &&
        one.form === formOf(one.export as ExportName),
    );
    if (right.length < EXPORT_NAMES.length) {
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
}

/** Starts the comparison of a sample in each store. */
export async function enqueueExportComparisons({ db }: Pick<AppContext, "db">): Promise<void> {
  const shops = await db.prisma.shop.findMany({
    where: { status: "active" },
    select: { id: true },
  });
  for (const { id } of shops) await addJob(db.prisma, compareExportsJob, { shopId: id });
}
