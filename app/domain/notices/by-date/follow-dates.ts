import type { Subscription } from "#app/generated/prisma/client.ts";
import type { Queries } from "#app/lib/db.ts";
import type { ShopContext, SubscriptionFollower } from "../../context.ts";
import { sendRemindersTask } from "../../mail/mail-tasks.ts";
import { lookAt, reminderAt } from "../../mail/reminder-days.ts";
import { mailSettingsIn } from "../../mail/settings/mail-settings.ts";
import { scheduleTask } from "../../schedule/schedule-task.ts";
import { chargeKindOf } from "./charge-kind.ts";

/** What of a subscription decides when its customer is told of something. */
const FACTS = ["status", "nextBillingAt", "trialState", "cardExpiresAt"] as const;

/** Plans the morning on which a customer is told of a date that has become known. */
export const reminderFollower: SubscriptionFollower = {
  onRecorded: async (context, tx, changes) => {
    for (const { before, after } of changes) {
      const isSame = (row: Subscription) =>
        FACTS.every((name) => row[name]?.valueOf() === after[name]?.valueOf());
      if (after.status === "active" && !(before && isSame(before))) {
        await planReminders(context, tx, after);
      }
    }
  },
};

async function planReminders(context: ShopContext, tx: Queries, row: Subscription): Promise<void> {
  const { daysBefore } = await mailSettingsIn(tx, row.shopId);
  const now = context.clock.now();
  const kind = chargeKindOf(row, daysBefore.upcoming_renewal);
  const dates: [Date | null, number][] = [[row.cardExpiresAt, daysBefore.card_expiring]];
  if (kind) dates.push([row.nextBillingAt, daysBefore[kind]]);
  for (const [date, days] of dates) {
    if (!date || date <= now) continue;
    const reminder = reminderAt(date, days, context.shop.ianaTimezone);
    await scheduleTask(context, tx, sendRemindersTask, {}, lookAt(now, reminder));
  }
}
