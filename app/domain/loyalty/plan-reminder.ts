import type { Queries } from "#app/lib/db.ts";
import type { ShopContext } from "../context.ts";
import { sendRemindersTask } from "../mail/mail-tasks.ts";
import { lookAt, reminderAt } from "../mail/reminder-days.ts";
import { scheduleTask } from "../schedule/schedule-task.ts";

/** So long before their end customers are told of points. */
export const POINTS_DAYS = 30;

/** Plans the morning on which a customer is told that points end, in the transaction that gives them. */
export async function planPointsReminder(
  context: ShopContext,
  tx: Queries,
  expiresAt: Date | null,
): Promise<void> {
  if (!expiresAt) return;
  const reminder = reminderAt(expiresAt, POINTS_DAYS, context.shop.ianaTimezone);
  await scheduleTask(context, tx, sendRemindersTask, {}, lookAt(context.clock.now(), reminder));
}
