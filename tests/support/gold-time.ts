import { expect } from "vitest";
import { addDays, addInterval, formatDate } from "#app/lib/zoned-time.ts";
import { goTo } from "./billed-subscription.ts";
import { GOLD_ZONE, type GoldMember, goldEnds } from "./gold-member.ts";

export const later = (instant: Date, days: number) => addDays(instant, days, GOLD_ZONE);
const dayOf = (instant: Date) => formatDate(instant, GOLD_ZONE);
export const monthAfter = (instant: Date) =>
  addInterval(instant, { unit: "month", count: 1 }, GOLD_ZONE);
const nowOf = async ({ shop }: GoldMember) => (await shop.context()).clock.now();
export const pass = async (who: GoldMember, days: number) =>
  goTo(who.shop, later(await nowOf(who), days));

/** Portal, card and export say until when it was paid. */
export async function expectEnd(who: GoldMember, paidUntil: Date) {
  const day = dayOf(paidUntil);
  const isOver = paidUntil <= (await nowOf(who));
  const { status } = await who.row();
  // The card of one that was canceled says when it ended.
  const card = isOver && status !== "cancelled" ? null : day;
  expect(await goldEnds(who)).toMatchObject({ portal: isOver ? null : day, data: day });
  if (!isOver || status !== "cancelled") expect((await goldEnds(who)).card).toBe(card);
}
