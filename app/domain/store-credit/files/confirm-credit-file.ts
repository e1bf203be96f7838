import type { CreditFile } from "#app/generated/prisma/client.ts";
import { AppError, wrongField } from "#app/lib/app-error.ts";
import { formatMinor, parseDecimalToMinor } from "#app/lib/money.ts";
import type { ShopContext } from "../../context.ts";
import { scheduleTask } from "../../schedule/schedule-task.ts";
import { applyCreditFileTask } from "../credit-jobs.ts";
import { DAYS_HAVE_PASSED } from "../grants/last-day.ts";
import { leaveOutOverLines } from "./leave-out-over-lines.ts";

/**
 * Lets a checked file be applied, by a due task. Confirming it again changes nothing.
 *
 * @param confirmation.total the sum of what the file gives and takes, typed as a plain decimal.
 * @param confirmation.leaveOut the merchant says so: lines with problems are left out, the others applied.
 * @throws AppError not_found; invalid_input when the total is another one, when there are problems and
 * nothing was said of them, when there is nothing to apply, or when the last day of a line has passed since the check: the file then
 * has its new figures, and those are to be confirmed.
 */
export async function confirmCreditFile(
  context: ShopContext,
  confirmation: { fileId: bigint; total: string; leaveOut: boolean },
): Promise<void> {
  const { shop, db, clock, actor } = context;
  const { fileId } = confirmation;
  const refused = await db.transaction(async (tx) => {
    await tx.$queryRaw`
      SELECT 1 FROM credit_files WHERE shop_id = ${shop.id} AND id = ${fileId} FOR UPDATE`;
    const where = { shopId_id: { shopId: shop.id, id: fileId } };
    const file = await tx.creditFile.findUnique({ where });
    if (!file) throw new AppError("not_found", "There is no such file.");
    if (file.state !== "checked") return null;
    const changed = await leaveOutOverLines(context, tx, file);
    if (changed) return refuseChanged(changed);
    assertConfirmation(file, confirmation);
    await tx.creditFile.update({
      where,
      data: {
        state: "applying",
        confirmedAt: clock.now(),
        actorKind: actor.kind,
        actorName: actor.name,
      },
    });
    await scheduleTask(context, tx, applyCreditFileTask, { fileId }, clock.now());
    return null;
  });
  if (refused) throw refused;
}

/** The new figures stay, so whoever has confirmed the old ones is told only now. */
function refuseChanged(file: CreditFile): AppError {
  if (readyLines(file) === 0) return nothingToApply();
  const total = formatMinor(totalOf(file), file.currency);
  return wrongField("total", `${DAYS_HAVE_PASSED} The total is now ${total}.`);
}

function nothingToApply(): AppError {
  return wrongField("form", "No line of the file can be applied.");
}

const readyLines = ({ lineCount, problemCount, repeatedCount }: CreditFile) =>
  lineCount - problemCount - repeatedCount;

const totalOf = ({ givenMinor, takenMinor }: CreditFile) => Number(givenMinor + takenMinor);

function assertConfirmation(
  file: CreditFile,
  { total, leaveOut }: { total: string; leaveOut: boolean },
): void {
  const { problemCount, currency } = file;
  if (readyLines(file) === 0) throw nothingToApply();
  if (problemCount > 0 && !leaveOut) {
    throw wrongField(
      "leaveOut",
      "Say that the lines with problems are left out, or upload a better file.",
    );
  }
  const expected = totalOf(file);
  if (parseDecimalToMinor(total.trim(), currency) !== expected) {
    throw wrongField(
      "total",
      `The total is ${formatMinor(expected, currency)}. Type it exactly as shown.`,
    );
  }
}
