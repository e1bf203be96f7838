import type { Subscription } from "#app/generated/prisma/client.ts";
import type { SubscriptionFollower } from "../../context.ts";
import { sendRemindersTask } from "../../mail/mail-tasks.ts";
import { lookAt, reminderAt } from "../../mail/reminder-days.ts";
import { mailSettingsIn } from "../../mail/settings/mail-settings.ts";
import { scheduleTask } from "../../schedule/schedule-task.ts";
import { chargeKindOf } from "./charge-kind.ts";

/** What of a subscription decides when its customer is told of something. */
const FACTS = ["status", "nextBillingAt", "trialState", "cardExpiresAt"] as const;

/** Plans the morning on which a customer is told of a date that has become known. */
export const reminderFollower: SubscriptionFollower = {
  onRecorded: async (context, tx, { before, after }) => {
    const isSame = (row: Subscription) =>
      FACTS.every((name) => row[name]?.valueOf() === after[name]?.valueOf());
    if (after.status !== "active" || (before && isSame(before))) return;
    const { daysBefore } = await mailSettingsIn(tx, after.shopId);
    const now = context.clock.now();
    const kind = chargeKindOf(after, daysBefore.upcoming_renewal);
    const dates: [Date | null, number][] = [[after.cardExpiresAt, daysBefore.card_expiring]];
    if (kind) dates.push([after.nextBillingAt, daysBefore[kind]]);
    for (const [date, days] of dates) {
      if (!date || date <= now) continue;
      const reminder = reminderAt(date, days, context.shop.ianaTimezone);
      await scheduleTask(context, tx, sendRemindersTask, {}, lookAt(now, reminder));
    }
  },
};
