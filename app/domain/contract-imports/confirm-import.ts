import type { ContractImport } from "#app/generated/prisma/client.ts";
import { AppError, wrongField } from "#app/lib/app-error.ts";
import type { Queries } from "#app/lib/db.ts";
import type { ShopContext } from "../context.ts";
import { scheduleTask } from "../schedule/schedule-task.ts";
import { describeOtherCurrency, readCurrencies } from "../shops/other-currency.ts";
import { activateImportTask, createImportTask, undoImportTask } from "./import-tasks.ts";

/**
 * Lets the contracts of a checked import be made, by a due task. Confirming it again changes nothing.
 *
 * @param confirmation.leaveOut the merchant says so: lines with problems are left out.
 * @throws AppError not_found; invalid_input when there are problems and nothing was said of them, when no line is good, or when
 *   the platform has another currency by now.
 */
export async function confirmImport(
  context: ShopContext,
  confirmation: { importId: bigint; leaveOut: boolean },
): Promise<void> {
  const { shop, db, clock, actor } = context;
  const { importId, leaveOut } = confirmation;
  await db.transaction(async (tx) => {
    const row = await lockImport(context, tx, importId);
    if (row.state !== "checked") return;
    const otherCurrency = describeOtherCurrency(await readCurrencies(tx, shop.id));
    if (otherCurrency) throw wrongField("form", otherCurrency);
    if ((row.readyCount ?? 0) === 0)
      throw wrongField("form", "No line of the file can be imported.");
    if ((row.problemCount ?? 0) > 0 && !leaveOut) {
      throw wrongField(
        "leaveOut",
        "Say that the lines with problems are left out, or upload a better file.",
      );
    }
    await tx.contractImportLine.updateMany({
      where: { shopId: shop.id, importId, state: null, NOT: { problems: { isEmpty: true } } },
      data: { state: "skipped" },
    });
    await tx.contractImport.update({
      where: { shopId_id: { shopId: shop.id, id: importId } },
      data: {
        state: "creating",
        confirmedAt: clock.now(),
        actorKind: actor.kind,
        actorName: actor.name,
      },
    });
    await scheduleTask(context, tx, createImportTask, { importId }, clock.now());
  });
}

/**
 * The old app has stopped: lets every contract of the import that waits begin, by a due task. Saying it again has those
 * tried that were refused before.
 *
 * @param confirmation.hasStopped the merchant says so: two apps would charge twice.
 * @throws AppError not_found; invalid_input when it was not said, or when the contracts are not there yet or any more.
 */
export async function confirmActivation(
  context: ShopContext,
  { importId, hasStopped }: { importId: bigint; hasStopped: boolean },
): Promise<void> {
  if (!hasStopped) {
    throw wrongField("hasStopped", "Stop the old app first, and say so: both would charge.");
  }
  await beginWork(context, importId, {
    from: ["waiting", "active"],
    to: "activating",
    task: activateImportTask,
  });
}

/**
 * Takes an import back before it begins: every contract that it has made is canceled for good, by a due task. Saying it
 * again has those tried that were refused before.
 *
 * @throws AppError not_found; invalid_input when there is nothing to take back.
 */
export async function confirmUndo(context: ShopContext, importId: bigint): Promise<void> {
  await beginWork(context, importId, { from: ["waiting"], to: "undoing", task: undoImportTask });
}

async function beginWork(
  context: ShopContext,
  importId: bigint,
  work: {
    from: readonly string[];
    to: "activating" | "undoing";
    task: typeof activateImportTask | typeof undoImportTask;
  },
): Promise<void> {
  const { shop, db, clock, actor } = context;
  await db.transaction(async (tx) => {
    const row = await lockImport(context, tx, importId);
    if (row.state === work.to) return;
    if (!work.from.includes(row.state)) {
      throw wrongField("form", "The import is at another point by now. Reload the page.");
    }
    await tx.contractImport.update({
      where: { shopId_id: { shopId: shop.id, id: importId } },
      data: { state: work.to, actorKind: actor.kind, actorName: actor.name },
    });
    const task = work.task as typeof activateImportTask;
    await scheduleTask(context, tx, task, { importId }, clock.now());
  });
}

async function lockImport(
  { shop }: Pick<ShopContext, "shop">,
  tx: Queries,
  importId: bigint,
): Promise<ContractImport> {
  await tx.$queryRaw`
    SELECT 1 FROM contract_imports WHERE shop_id = ${shop.id} AND id = ${importId} FOR UPDATE`;
  const where = { shopId_id: { shopId: shop.id, id: importId } };
  const row = await tx.contractImport.findUnique({ where });
  if (!row) throw new AppError("not_found", "There is no such import.");
  return row;
}
