import type { ShopContext } from "../../context.ts";
import { POINTS_DAYS } from "../../loyalty/plan-reminder.ts";
import { sendRemindersTask } from "../../mail/mail-tasks.ts";
import { nearUntil, reminderAt } from "../../mail/reminder-days.ts";
import { readMailSettings } from "../../mail/settings/mail-settings.ts";
import { scheduleTask } from "../../schedule/schedule-task.ts";
import { nextCardAfter, tellOfCards } from "./tell-of-cards.ts";
import { nextChargeAfter, tellOfCharges } from "./tell-of-charges.ts";
import { nextPointsAfter, tellOfPoints } from "./tell-of-points.ts";

/**
 * Tells customers of the charges, the ends of trials, of cards and of points that are near, each once, and plans the next
 * morning on which there is something to tell. Safe to repeat: a mail is named after its cause.
 *
 * @throws PlatformFailure while cards cannot be looked at; the mails of charges are queued by then.
 */
export async function sendReminders(context: ShopContext): Promise<void> {
  const { db, shop, clock } = context;
  const zone = shop.ianaTimezone;
  const now = clock.now();
  const { daysBefore, kindsOff } = await readMailSettings(db.prisma, shop.id);
  const mornings: Date[] = [];
  const note = (date: Date | null, days: number) => {
    if (date) mornings.push(reminderAt(date, days, zone));
  };
  const isOn = (kind: (typeof kindsOff)[number]) => !kindsOff.includes(kind);
  for (const kind of ["trial_ending", "upcoming_renewal"] as const) {
    if (!isOn(kind)) continue;
    const days = daysBefore[kind];
    const until = nearUntil(now, days, zone);
    await tellOfCharges(context, { kind, until, days });
    note(await nextChargeAfter(context, { kind, from: until, days }), days);
  }
  if (isOn("points_expiring")) {
    const until = nearUntil(now, POINTS_DAYS, zone);
    await tellOfPoints(context, until);
    note(await nextPointsAfter(context, until), POINTS_DAYS);
  }
  if (isOn("card_expiring")) {
    const until = nearUntil(now, daysBefore.card_expiring, zone);
    note(await nextCardAfter(context, until), daysBefore.card_expiring);
    await planNext(context, mornings);
    return tellOfCards(context, until);
  }
  await planNext(context, mornings);
}

/** The chain goes on by itself, whatever became of the tasks that were planned with a change. */
async function planNext(context: ShopContext, mornings: Date[]): Promise<void> {
  const [first] = mornings.sort((one, other) => one.getTime() - other.getTime());
  if (!first) return;
  await context.db.transaction((tx) => scheduleTask(context, tx, sendRemindersTask, {}, first));
}
