import type { ExportGeneration, Shop } from "#app/generated/prisma/client.ts";
import { analyzeGrownTables } from "#app/lib/analyze-grown-tables.ts";
import type { Queries } from "#app/lib/db.ts";
import { eachByItself } from "#app/lib/each-by-itself.ts";
import { inSteps } from "#app/lib/in-batches.ts";
import { workingZone } from "#app/lib/zones.ts";
import type { ShopContext } from "../../context.ts";
import type { ExportName } from "../modules/export-module.ts";
import { EXPORT_NAMES } from "../modules/export-modules.ts";
import { classifyOrders, writeFirsts } from "./classify-orders.ts";
import { formOf } from "./export-form.ts";
import { readSources } from "./read-sources.ts";
import { type LockedExport, lockExport, readGeneration, writeRows } from "./write-rows.ts";

/** Rows a transaction, at most. */
const BATCH = 1_000;
const MOST_REMOVED = 5_000;

type Builder = Pick<ShopContext, "db" | "shop" | "clock">;

/** How far an export is built. */
export interface BuildProgress {
  export: ExportName;
  /** Rows that are written. */
  rows: number;
  isDone: boolean;
}

/**
 * Builds every export of a store whose rows are missing, or were made for another zone, currency or form. Readers get the
 * rows of before until all of an export's are there. It may be interrupted at any time, and goes on from there; two at once
 * do the work once.
 *
 * @param again builds those too whose rows are right.
 */
export async function buildExports(
  context: Builder,
  onProgress: (progress: BuildProgress) => void = () => {},
  { again = false }: { again?: boolean } = {},
): Promise<void> {
  await analyzeGrownTables(context.db.pool);
  await eachByItself(EXPORT_NAMES, async (name) => {
    if (again) await beginAgain(context, name);
    await inSteps(BATCH, async (most) => {
      const progress = await buildSome(context, name, most);
      onProgress(progress);
      return !progress.isDone;
    });
    await removeOldGenerations(context, name);
  });
}

/** Whether every export of the store is complete, in the store's own zone and currency. */
export async function areExportsBuilt({
  db,
  shop,
}: Pick<ShopContext, "db" | "shop">): Promise<boolean> {
  const built = await db.prisma.$queryRaw<Built[]>`
    SELECT g.export, g.form, g.zone, s.iana_timezone FROM exports e JOIN export_generations g
      ON g.shop_id = e.shop_id AND g.export = e.export AND g.generation = e.served
    JOIN shops s ON s.id = e.shop_id
    WHERE e.shop_id = ${shop.id} AND e.building IS NULL AND g.currency = s.currency`;
  const inZone = built.filter((one) => one.zone === workingZone(one.iana_timezone));
  return EXPORT_NAMES.every((name) =>
    inZone.some((one) => one.export === name && one.form === formOf(name)),
  );
}

interface Built {
  export: string;
  form: string;
  zone: string;
  iana_timezone: string;
}

/** What the rows of a store are to be made for now. A caller may have read its store before that changed. */
type Wanted = Pick<Shop, "ianaTimezone" | "currency">;

async function readWanted(tx: Queries, id: bigint): Promise<Wanted> {
  const { ianaTimezone, currency } = await tx.shop.findUniqueOrThrow({
    where: { id },
    select: { ianaTimezone: true, currency: true },
  });
  return { ianaTimezone: workingZone(ianaTimezone), currency };
}

function isRight(
  { zone, currency, form }: ExportGeneration,
  wanted: Wanted,
  name: ExportName,
): boolean {
  return zone === wanted.ianaTimezone && currency === wanted.currency && form === formOf(name);
}

/** Builds a part of an export, in its own transaction: at most so many rows. */
export function buildSome(
  context: Builder,
  name: ExportName,
  most = BATCH,
): Promise<BuildProgress> {
  const { db, shop } = context;
  return db.transaction(async (tx) => {
    const locked = await lockExport(tx, shop.id, name);
    const wanted = await readWanted(tx, shop.id);
    const served = locked.served === null ? null : await readGeneration(tx, locked, locked.served);
    let building =
      locked.building === null ? null : await readGeneration(tx, locked, locked.building);
    if (building && !isRight(building, wanted, name)) {
      building = await begin(context, tx, locked, wanted);
    }
    if (!building && served && isRight(served, wanted, name)) {
      return { export: name, rows: Number(served.builtCount), isDone: true };
    }
    building ??= await begin(context, tx, locked, wanted);
    const key = {
      shopId_export_generation: { shopId: shop.id, export: name, generation: building.generation },
    };
    if (building.preparedTo !== null) {
      const ids = await readSources(tx, {
        ...{ shopId: shop.id, name, limit: most },
        after: building.preparedTo,
      });
      await writeFirsts(tx, shop.id, await classifyOrders(tx, shop.id, ids));
      const preparedTo = ids.length < most ? null : (ids.at(-1) ?? null);
      await tx.exportGeneration.update({ where: key, data: { preparedTo } });
      return { export: name, rows: 0, isDone: false };
    }
    const ids = await readSources(tx, {
      ...{ shopId: shop.id, name, limit: most },
      after: building.builtTo,
    });
    if (ids.length > 0) await writeRows(tx, [{ locked, sourceIds: ids }]);
    const isDone = ids.length < most;
    await tx.exportGeneration.update({
      where: key,
      data: {
        builtTo: ids.at(-1) ?? building.builtTo,
        builtCount: building.builtCount + BigInt(ids.length),
        ...(isDone && { completedAt: context.clock.now() }),
      },
    });
    if (isDone) {
      await tx.export.update({
        where: { shopId_export: { shopId: shop.id, export: name } },
        data: { served: building.generation, building: null },
      });
    }
    return { export: name, rows: Number(building.builtCount) + ids.length, isDone };
  });
}

/** A generation that was being built for another zone or form is left, and its rows are removed later. */
async function begin(
  { clock }: Builder,
  tx: Queries,
  locked: LockedExport,
  { ianaTimezone, currency }: Wanted,
): Promise<ExportGeneration> {
  const { shopId, export: name, served } = locked;
  const latest = await tx.exportGeneration.findFirst({
    where: { shopId, export: name },
    orderBy: { generation: "desc" },
  });
  const generation = (latest?.generation ?? 0) + 1;
  const begun = await tx.exportGeneration.create({
    data: {
      ...{ shopId, export: name, generation },
      zone: ianaTimezone,
      currency,
      form: formOf(name as ExportName),
      preparedTo: name === "orders" && served === null ? 0n : null,
      beganAt: clock.now(),
    },
  });
  await tx.export.update({
    where: { shopId_export: { shopId, export: name } },
    data: { building: generation },
  });
  Object.assign(locked, { building: generation });
  return begun;
}

async function beginAgain(context: Builder, name: ExportName): Promise<void> {
  await context.db.transaction(async (tx) => {
    const { building } = await lockExport(tx, context.shop.id, name);
    if (building === null) await rebuildExport(context, tx, name);
  });
}

/** Has an export built beside the rows that readers get, from the beginning. Whoever asks for it adds the job that does it. */
export async function rebuildExport(
  context: Builder,
  tx: Queries,
  name: ExportName,
): Promise<void> {
  const locked = await lockExport(tx, context.shop.id, name);
  // The first build has not begun, and will be right.
  if (locked.served === null && locked.building === null) return;
  await begin(context, tx, locked, await readWanted(tx, context.shop.id));
}

/** Removes what nobody gets any more: generations that another one has followed. */
async function removeOldGenerations({ db, shop }: Builder, name: ExportName): Promise<void> {
  const old = await db.prisma.$queryRaw<{ generation: number }[]>`
    SELECT g.generation FROM export_generations g JOIN exports e ON e.shop_id = g.shop_id AND e.export = g.export
    WHERE g.shop_id = ${shop.id} AND g.export = ${name} AND g.generation <> coalesce(e.served, 0)
      AND g.generation <> coalesce(e.building, 0)`;
  for (const { generation } of old) {
    while ((await removeRows({ db, shop }, name, generation)) > 0) {
      // In steps, so that no statement holds its locks for long.
    }
    const where = { shopId: shop.id, export: name, generation };
    await db.prisma.exportDay.deleteMany({ where });
    await db.prisma.exportGeneration.deleteMany({ where });
  }
}

/** @returns how many rows it has removed. */
function removeRows(
  { db, shop }: Pick<Builder, "db" | "shop">,
  name: ExportName,
  generation: number,
): Promise<number> {
  return db.prisma.$executeRaw`
    DELETE FROM export_rows
    WHERE shop_id = ${shop.id} AND export = ${name} AND generation = ${generation} AND id <= (
      SELECT max(id) FROM (
        SELECT id FROM export_rows WHERE shop_id = ${shop.id} AND export = ${name} AND generation = ${generation}
        ORDER BY id LIMIT ${MOST_REMOVED}::int) first_ones)`;
}
