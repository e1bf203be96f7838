import { AppError, wrongField } from "#app/lib/app-error.ts";
import type { ShopContext } from "../../context.ts";
import { scheduleTask } from "../../schedule/schedule-task.ts";
import { applyLoyaltyFileTask } from "../loyalty-tasks.ts";

/**
 * Lets a checked file be applied, by a due task. Confirming it again changes nothing.
 *
 * @param confirmation.total the points that the file gives in all, typed as digits.
 * @param confirmation.leaveOut the merchant says so: lines with problems are left out, the others applied.
 * @throws AppError not_found; invalid_input when the total is another one, when there are problems and nothing was said of
 *   them, or when there is nothing to apply.
 */
export async function confirmLoyaltyFile(
  context: ShopContext,
  { fileId, total, leaveOut }: { fileId: bigint; total: string; leaveOut: boolean },
): Promise<void> {
  const { shop, db, clock, actor } = context;
  await db.transaction(async (tx) => {
    await tx.$queryRaw`
      SELECT 1 FROM loyalty_files WHERE shop_id = ${shop.id} AND id = ${fileId} FOR UPDATE`;
    const where = { shopId_id: { shopId: shop.id, id: fileId } };
    const file = await tx.loyaltyFile.findUnique({ where });
    if (!file) throw new AppError("not_found", "There is no such file.");
    if (file.state !== "checked") return;
    if (file.lineCount - file.problemCount - file.repeatedCount === 0) {
      throw wrongField("form", "No line of the file can be applied.");
    }
    if (file.problemCount > 0 && !leaveOut) {
      throw wrongField(
        "leaveOut",
        "Say that the lines with problems are left out, or upload a better file.",
      );
    }
    if (total.trim() !== String(file.points)) {
      throw wrongField("total", `The file gives ${file.points} points. Type it exactly as shown.`);
    }
    await tx.loyaltyFile.update({
      where,
      data: {
        ...{ state: "applying", confirmedAt: clock.now() },
        ...{ actorKind: actor.kind, actorName: actor.name },
      },
    });
    await scheduleTask(context, tx, applyLoyaltyFileTask, { fileId }, clock.now());
  });
}
