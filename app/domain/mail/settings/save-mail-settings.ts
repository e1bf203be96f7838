import { readInstant } from "#app/lib/instants.ts";
import type { ShopContext } from "../../context.ts";
import { nextVersion, type StaleEdit } from "../../edit-version.ts";
import { scheduleTask } from "../../schedule/schedule-task.ts";
import { nextMinute, sendRemindersTask } from "../mail-tasks.ts";
import { NEVER_SAVED } from "./mail-settings.ts";
import { parseMailSettings } from "./mail-settings-input.ts";

/**
 * Saves what a merchant has set. Mails that wait are sent by it; a kind that was switched off stops with the causes that
 * come from then on.
 *
 * @param edit `version`: of the settings that the editor was opened with.
 * @throws AppError invalid_input with `fields` such as `texts.de.payment_failed.body`.
 */
export async function saveMailSettings(
  context: ShopContext,
  edit: { version: string; input: unknown },
): Promise<{ outcome: "saved" } | StaleEdit> {
  const { daysBefore, ...settings } = parseMailSettings(edit.input);
  const { shop, db, clock } = context;
  const isFirst = edit.version === NEVER_SAVED;
  const before = isFirst ? new Date(0) : readInstant(edit.version);
  if (!before) return { outcome: "stale" };
  const chosen = {
    ...settings,
    renewalDays: daysBefore.upcoming_renewal,
    trialDays: daysBefore.trial_ending,
    cardDays: daysBefore.card_expiring,
  };
  return db.transaction(async (tx) => {
    const now = clock.now();
    const data = { ...chosen, updatedAt: nextVersion(before, now) };
    const { count } = isFirst
      ? await tx.mailSettings.createMany({
          data: [{ shopId: shop.id, ...data }],
          skipDuplicates: true,
        })
      : await tx.mailSettings.updateMany({
          where: { shopId: shop.id, updatedAt: before },
          data,
        });
    if (count === 0) return { outcome: "stale" };
    // Other days make other dates near.
    await scheduleTask(context, tx, sendRemindersTask, {}, nextMinute(now));
    return { outcome: "saved" };
  });
}
