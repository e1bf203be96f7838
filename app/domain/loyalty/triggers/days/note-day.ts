import type { z } from "zod";
import { startOfDate } from "#app/lib/calendar-date.ts";
import type { Queries } from "#app/lib/db.ts";
import { formatDate } from "#app/lib/zoned-time.ts";
import type { ShopContext } from "../../../context.ts";
import { scheduleTask } from "../../../schedule/schedule-task.ts";
import { loyaltyDayTask } from "../../loyalty-tasks.ts";
import { noteFacts } from "../note-facts.ts";
import { type DayRules, readDayRules } from "./day-rules.ts";
import { findNextDay } from "./find-next-day.ts";
import { type Celebrants, listAnniversaries, listBirthdays } from "./list-celebrants.ts";

type Task = z.output<typeof loyaltyDayTask.payload>;

/** What a day is made of, one after another. */
const PARTS = ["birthday", "account", "membership"] as const;

/**
 * Writes down whose birthday or anniversary a day is, some customers at a time, and plans what follows: the next ones of the
 * day, or the next day on which there is something. Each day has its own task, so that none is missed by a worker that was
 * away; a day that is over is done at once. Ends when no rule goes by the calendar: a rule that is saved begins it again.
 * Safe to repeat.
 */
export async function noteDay(context: ShopContext, task: Task): Promise<void> {
  const rules = await readDayRules(context);
  if (!rules) return;
  const { found, lastId } = await listPart(context, rules, task);
  for (const { customerId, facts } of found) await noteFacts(context, customerId, facts);
  const { clock, shop } = context;
  const next = await followingOf(context, rules, task, lastId);
  const isToday = next.day === task.day;
  const dueAt = (isToday ? null : startOfDate(next.day, shop.ianaTimezone)) ?? clock.now();
  await context.db.transaction((tx) => scheduleTask(context, tx, loyaltyDayTask, next, dueAt));
}

/**
 * Plans today, in the transaction of a change that needs it. What is planned already goes on beside it: days that are done
 * twice change nothing.
 *
 * @param since set where a rule is new or has changed; see `BirthdayLook`.
 */
export async function planDays(
  context: Pick<ShopContext, "shop" | "clock">,
  tx: Queries,
  since: Date | null,
): Promise<void> {
  const now = context.clock.now();
  const today = formatDate(now, context.shop.ianaTimezone);
  const task: Task = {
    ...{ day: today, part: "birthday", afterId: 0n },
    since: since?.toISOString() ?? null,
  };
  await scheduleTask(context, tx, loyaltyDayTask, task, now);
}

async function listPart(
  context: ShopContext,
  rules: DayRules,
  { day, part, afterId, since }: Task,
): Promise<Celebrants> {
  const look = { day, afterId, since: since === null ? null : new Date(since) };
  if (part === "birthday") return listBirthdays(context, rules, look);
  if (!rules.bases.includes(part)) return { found: [], lastId: null };
  return listAnniversaries(context, part, look);
}

async function followingOf(
  context: ShopContext,
  rules: DayRules,
  task: Task,
  lastId: bigint | null,
): Promise<Task> {
  if (lastId !== null) return { ...task, afterId: lastId };
  const part = PARTS[PARTS.indexOf(task.part) + 1];
  if (part) return { ...task, part, afterId: 0n };
  const day = await findNextDay(context, rules, task.day);
  return { day, part: "birthday", afterId: 0n, since: null };
}
