import type { LoyaltyFile } from "#app/generated/prisma/client.ts";
import { AppError, wrongField } from "#app/lib/app-error.ts";
import type { ShopContext } from "../../context.ts";
import { scheduleTask } from "../../schedule/schedule-task.ts";
import { applyLoyaltyFileTask } from "../loyalty-tasks.ts";
import { leaveOutStaleLines } from "./stale-lines.ts";

/**
 * Lets a checked file be applied, by a due task. Confirming it again changes nothing.
 *
 * @param confirmation.total the points that the file gives in all, typed as digits.
 * @param confirmation.leaveOut the merchant says so: lines with problems are left out, the others applied.
 * @throws AppError not_found; invalid_input when the total is another one, when there are problems and nothing was said of
 *   them, when there is nothing to apply, or when the last day of a line has passed, or its tier is gone, since the check: the file then has its new
 *   figures, and those are to be confirmed.
 */
export async function confirmLoyaltyFile(
  context: ShopContext,
  { fileId, total, leaveOut }: { fileId: bigint; total: string; leaveOut: boolean },
): Promise<void> {
  const { shop, db, clock, actor } = context;
  const refused = await db.transaction(async (tx) => {
    await tx.$queryRaw`
      SELECT 1 FROM loyalty_files WHERE shop_id = ${shop.id} AND id = ${fileId} FOR UPDATE`;
    const where = { shopId_id: { shopId: shop.id, id: fileId } };
    const file = await tx.loyaltyFile.findUnique({ where });
    if (!file) throw new AppError("not_found", "There is no such file.");
    if (file.state !== "checked") return null;
    const changed = await leaveOutStaleLines(context, tx, file);
    if (changed) return refuseChanged(changed);
    if (readyLines(file) === 0) throw nothingToApply();
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
    return null;
  });
  if (refused) throw refused;
}

/** The new figures stay, so whoever has confirmed the old ones is told only now. */
function refuseChanged({ file, why }: { file: LoyaltyFile; why: string }): AppError {
  if (readyLines(file) === 0) return nothingToApply();
  return wrongField("total", `${why} The file now gives ${file.points} points.`);
}

function nothingToApply(): AppError {
  return wrongField("form", "No line of the file can be applied.");
}

const readyLines = ({ lineCount, problemCount, repeatedCount }: LoyaltyFile) =>
  lineCount - problemCount - repeatedCount;
