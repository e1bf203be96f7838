import type { ContractImport, ContractImportLine } from "#app/generated/prisma/client.ts";
import { isAppError } from "#app/lib/app-error.ts";
import { recordActivity } from "../activity/record-activity.ts";
import type { Actor, ShopContext } from "../context.ts";
import { describeFailure } from "../describe-failure.ts";
import { cancelSubscription } from "../subscriptions/cancel-subscription.ts";
import type { ImportState } from "../subscriptions/import-state.ts";
import { nextLine } from "./get-import.ts";
import { orSayWhy } from "./or-say-why.ts";

/**
 * Cancels what an import has made, before it began. Nobody is told, nothing is forfeited: the customers' subscriptions
 * go on at the old app. The same lines may be imported again. Safe to repeat.
 *
 * @throws AppError platform_unavailable: the task is tried again.
 */
export async function undoImport(context: ShopContext, importId: bigint): Promise<void> {
  const { shop, db } = context;
  const key = { shopId_id: { shopId: shop.id, id: importId } };
  const row = await db.prisma.contractImport.findUniqueOrThrow({ where: key });
  if (row.state !== "undoing") return;
  const actor: Actor = { kind: row.actorKind as Actor["kind"], name: row.actorName };
  const acting = { ...context, actor };
  let line = await nextLine(context, importId, "created");
  while (line) {
    await orSayWhy(acting, line, (one) => undoOne(acting, one));
    line = await nextLine(context, importId, "created", line.position);
  }
  await finish(acting, row);
}

async function undoOne(context: ShopContext, line: ContractImportLine): Promise<void> {
  const { shopId, importId, position, subscriptionId } = line;
  const { db } = context;
  const importState: ImportState = "undone";
  // Before the platform is asked, so that whoever hears of the cancellation first knows what it is.
  const [subscription] = await db.prisma.subscription.updateManyAndReturn({
    where: { shopId, id: subscriptionId ?? 0n, importState: { in: ["waiting", "undone"] } },
    data: { importState },
  });
  if (!subscription) return;
  let outcome: { state?: string; reason: string | null } = { state: "undone", reason: null };
  try {
    await cancelSubscription(context, subscription, null);
  } catch (error) {
    if (!isAppError(error) || error.code !== "platform_refused") throw error;
    outcome = { reason: describeFailure(error) };
  }
  await db.prisma.contractImportLine.updateMany({
    where: { shopId, importId, position, state: "created" },
    data: outcome,
  });
}

async function finish(context: ShopContext, { shopId, id, name }: ContractImport): Promise<void> {
  await context.db.transaction(async (tx) => {
    const { count } = await tx.contractImport.updateMany({
      where: { shopId, id, state: "undoing" },
      data: { state: "undone" },
    });
    if (count === 0) return;
    const undone = await tx.contractImportLine.count({
      where: { shopId, importId: id, state: "undone" },
    });
    await recordActivity(context, tx, {
      kind: "contract_import.undone",
      message: `“${name}” was taken back: ${undone} subscriptions were canceled before they began.`,
      details: { import_id: String(id), undone },
    });
  });
}
