import type { FieldErrors } from "#app/lib/app-error.ts";
import { wrongFields } from "#app/lib/app-error.ts";
import type { Queries } from "#app/lib/db.ts";
import { addJob } from "#app/lib/queue.ts";
import { recordActivity } from "../activity/record-activity.ts";
import type { ShopContext } from "../context.ts";
import { rebuildExport } from "../data-export/rows/build-exports.ts";
import { buildExportsJob } from "../data-export/rows/export-jobs.ts";
import type { PointsIntegration } from "./points-integration.ts";
import { readPointsJob } from "./points-jobs.ts";

/**
 * Connects a store with another points program, or changes how. Rows of members get the field when all balances have been
 * read, and keep what they have until then.
 *
 * @throws AppError invalid_input for the fields `name`, `namespace` and `key`.
 */
export async function connectPoints(
  context: ShopContext,
  wanted: PointsIntegration,
): Promise<void> {
  const { db, shop } = context;
  check(wanted);
  await db.transaction(async (tx) => {
    await tx.$executeRaw`SELECT lock_shop_writes(${shop.id})`;
    const known = await tx.pointsIntegration.findUnique({ where: { shopId: shop.id } });
    if (known && FIELDS.every((field) => known[field] === wanted[field])) return;
    const isSamePlace = known?.namespace === wanted.namespace && known.key === wanted.key;
    if (!isSamePlace) await forgetBalances(tx, shop.id);
    const data = {
      ...wanted,
      version: (known?.version ?? 0) + 1,
      // What was read stays true where only the name or the showing changes.
      ...(!isSamePlace && { readAt: null, foundCount: 0 }),
    };
    await tx.pointsIntegration.upsert({
      where: { shopId: shop.id },
      create: { shopId: shop.id, ...data },
      update: data,
    });
    await recordActivity(context, tx, {
      kind: known ? "points_integration.changed" : "points_integration.connected",
      message: `Points of ${wanted.name} are read from ${wanted.namespace}.${wanted.key}${wanted.isHidden ? ", and not shown" : ""}.`,
    });
    await rewriteMembers(context, tx);
    await addJob(tx, readPointsJob, { shopId: shop.id });
  });
}

/** Forgets the program and its balances. Safe to repeat. */
export async function disconnectPoints(context: ShopContext): Promise<void> {
  const { db, shop } = context;
  await db.transaction(async (tx) => {
    await tx.$executeRaw`SELECT lock_shop_writes(${shop.id})`;
    const known = await tx.pointsIntegration.findUnique({ where: { shopId: shop.id } });
    if (!known) return;
    await tx.pointsIntegration.delete({ where: { shopId: shop.id } });
    await forgetBalances(tx, shop.id);
    await recordActivity(context, tx, {
      kind: "points_integration.disconnected",
      message: `Points of ${known.name} are not read any more.`,
    });
    await rewriteMembers(context, tx);
  });
}

const FIELDS = ["name", "namespace", "key", "isHidden"] as const;

const forgetBalances = (tx: Queries, shopId: bigint) =>
  tx.customerPoints.deleteMany({ where: { shopId } });

/** Builds the rows of members beside those that readers get. */
export async function rewriteMembers(context: ShopContext, tx: Queries): Promise<void> {
  await rebuildExport(context, tx, "members");
  await addJob(tx, buildExportsJob, { shopId: context.shop.id });
}

const NAME = /^[a-z][a-z0-9_]{0,39}$/;
/** As the platform allows them. */
const NAMESPACE = /^[A-Za-z0-9_-]{3,255}$/;
const KEY = /^[A-Za-z0-9_-]{2,64}$/;

function check({ name, namespace, key }: PointsIntegration): void {
  const fields: FieldErrors = {
    ...(!NAME.test(name) && {
      name: ["Write up to 40 small letters, digits and underscores, a letter first."],
    }),
    ...(!NAMESPACE.test(namespace) && {
      namespace: [
        "Write the metafield's namespace: 3 to 255 letters, digits, hyphens and underscores.",
      ],
    }),
    ...(!KEY.test(key) && {
      key: ["Write the metafield's key: 2 to 64 letters, digits, hyphens and underscores."],
    }),
  };
  if (Object.keys(fields).length > 0) throw wrongFields(fields);
}
