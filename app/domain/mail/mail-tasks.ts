import { z } from "zod";
import { defineTask } from "../schedule/schedule-task.ts";

/** Tells customers of what is near: one task for a store and a morning, however many subscriptions it is about. */
export const sendRemindersTask = defineTask({
  kind: "send-reminders",
  payload: z.object({}),
  key: (_payload, dueAt) => dueAt.toISOString(),
});

const MINUTE_MS = 60_000;

/** When to look at once: many changes within a minute are one task, and one that has not begun. */
export function nextMinute(now: Date): Date {
  return new Date((Math.floor(now.getTime() / MINUTE_MS) + 1) * MINUTE_MS);
}
