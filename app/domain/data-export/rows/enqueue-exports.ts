import { addJob } from "#app/lib/queue.ts";
import type { AppContext } from "../../context.ts";
import { EXPORT_NAMES } from "../modules/export-modules.ts";
import { formOf } from "./export-form.ts";
import { buildExportsJob, compareExportsJob } from "./export-jobs.ts";

/** Starts a build in each store where an export is missing, or was made for another zone, currency or form. */
export async function enqueueExportBuilds({ db }: Pick<AppContext, "db">): Promise<void> {
  const forms = EXPORT_NAMES.map(formOf);
  const shops = await db.prisma.$queryRaw<{ id: bigint }[]>`
    SELECT s.id FROM shops s
    WHERE s.status = 'active' AND (SELECT count(*) FROM exports e JOIN export_generations g
        ON g.shop_id = e.shop_id AND g.export = e.export AND g.generation = e.served
      JOIN unnest(${EXPORT_NAMES}::text[], ${forms}::text[]) AS f (name, form) ON f.name = g.export AND f.form = g.form
      WHERE e.shop_id = s.id AND e.building IS NULL AND g.zone = s.iana_timezone AND g.currency = s.currency)
      < ${EXPORT_NAMES.length}`;
  for (const { id } of shops) await addJob(db.prisma, buildExportsJob, { shopId: id });
}

/** Starts the comparison of a sample in each store. */
export async function enqueueExportComparisons({ db }: Pick<AppContext, "db">): Promise<void> {
  const shops = await db.prisma.shop.findMany({
    where: { status: "active" },
    select: { id: true },
  });
  for (const { id } of shops) await addJob(db.prisma, compareExportsJob, { shopId: id });
}
