import type { PriceChange } from "#app/generated/prisma/client.ts";
import { AppError, wrongField } from "#app/lib/app-error.ts";
import { startOfDate } from "#app/lib/calendar-date.ts";
import type { Queries } from "#app/lib/db.ts";
import { addDays, formatDate } from "#app/lib/zoned-time.ts";
import { recordActivity } from "../activity/record-activity.ts";
import type { ShopContext } from "../context.ts";
import { scheduleTask } from "../schedule/schedule-task.ts";
import { checkDay } from "./check-day.ts";
import { endEarlierRows } from "./end-earlier-rows.ts";
import { assertNoObstacle } from "./find-obstacle.ts";
import { changesPrice } from "./new-price.ts";
import { planPriceFields } from "./plan-price/plan-price-fields.ts";
import { MOST_TERMS, type PriceChangeRequest } from "./price-change-request.ts";
import { changePlanPriceTask, PASSES, runPriceChangeTask } from "./price-change-tasks.ts";

const MOST_DAYS_AHEAD = 366;
const MOST_PERCENT = 100_000;

/**
 * Begins to change the price of those who subscribe to a plan now. Those who come later pay what the plan says. Each of them
 * is told by mail, and charges that fall due on the day or later have the new price. Safe to repeat with its key.
 *
 * @throws AppError not_found; invalid_input for the field; change_refused while another change of the plan waits for its
 *   day or is being stopped; idempotency_conflict when the key was used for another change.
 */
export async function startPriceChange(
  context: ShopContext,
  input: PriceChangeRequest,
): Promise<{ outcome: "started" | "repeated"; id: bigint }> {
  const { db, shop, actor, clock } = context;
  const { planId, key } = input;
  const known = await findByKey(db.prisma, shop.id, key);
  if (known) return repeated(known, input, context);
  const effectiveAt = readDay(context, input);
  checkPrice(input);
  checkTerms(input);
  return db.transaction(async (tx) => {
    const plan = await lockPlan(tx, shop.id, planId);
    const again = await findByKey(tx, shop.id, key);
    if (again) return repeated(again, input, context);
    await checkDay(context, tx, input, plan.platformPlanId);
    const now = clock.now();
    const about = { shopId: shop.id, planId, now };
    await assertNoObstacle(tx, about);
    const ended = await endEarlierRows(tx, about);
    const planPrice = planPriceFields(plan, input, input.planPrice === "now" ? now : effectiveAt);
    const change = await tx.priceChange.create({
      data: {
        ...{ shopId: shop.id, planId, sourceKey: key, currency: shop.currency, effectiveAt },
        fixedMinor: input.fixedMinor === null ? null : BigInt(input.fixedMinor),
        percentHundredths: input.percentHundredths,
        ...{ noticeDays: input.noticeDays, rowCount: 0, createdAt: now },
        ...{ actorKind: actor.kind, actorName: actor.name },
        ...{ silence: input.silence, termsNote: input.termsNote },
        ...planPrice,
      },
    });
    const rowCount = await tx.$executeRaw`
      INSERT INTO price_change_rows (shop_id, price_change_id, subscription_id, state, note, ended_at)
      SELECT s.shop_id, ${change.id}::bigint, s.id,
        CASE WHEN w.why IS NULL THEN 'waiting' ELSE 'left' END, w.why,
        CASE WHEN w.why IS NULL THEN NULL ELSE ${now}::timestamptz END
      FROM subscriptions s
      LEFT JOIN LATERAL (
        SELECT state FROM price_change_rows
        WHERE shop_id = ${shop.id} AND subscription_id = s.id AND state IN ('waiting', 'told', 'writing', 'written')
        LIMIT 1) r ON true
      CROSS JOIN LATERAL (
        SELECT CASE WHEN r.state IS NOT NULL THEN ${STOPPED_BEFORE}
          WHEN s.currency <> ${shop.currency} THEN 'It is paid in ' || s.currency || ', and the change is in ' || ${shop.currency} || '.'
          END AS why) w
      WHERE s.shop_id = ${shop.id} AND s.plan_id = ${planId} AND s.status IN ('active', 'paused')
        AND (s.import_state IS NULL OR s.import_state = 'active')`;
    await tx.priceChange.update({
      where: { shopId_id: { shopId: shop.id, id: change.id } },
      data: { rowCount },
    });
    const people = rowCount === 1 ? "1 subscriber" : `${rowCount} subscribers`;
    await recordActivity(context, tx, {
      kind: "price_change.started",
      message: `${changesPrice(input) ? "A new price" : "New terms"} of ${plan.name} for ${people} from ${input.day} on was started.`,
      details: { price_change_id: String(change.id), ended_of_earlier_changes: ended },
    });
    const first = { priceChangeId: change.id, pass: PASSES.tell, batch: 0 };
    await scheduleTask(context, tx, runPriceChangeTask, first, now);
    if (planPrice) {
      const own = { priceChangeId: change.id };
      await scheduleTask(context, tx, changePlanPriceTask, own, planPrice.planPriceFrom);
    }
    return { outcome: "started", id: change.id };
  });
}

/** What those read who are in a stopped change yet: a subscription is in one change at a time. */
const STOPPED_BEFORE =
  "It has not got its old price back from the change that was stopped before, and keeps that.";

function readDay({ shop, clock }: ShopContext, { day, noticeDays }: PriceChangeRequest): Date {
  if (!Number.isInteger(noticeDays) || noticeDays < 0 || noticeDays > MOST_DAYS_AHEAD) {
    throw wrongField("noticeDays", `Enter whole days, from 0 to ${MOST_DAYS_AHEAD}.`);
  }
  const zone = shop.ianaTimezone;
  const start = startOfDate(day, zone);
  if (!start) throw wrongField("day", "Choose a day.");
  const now = clock.now();
  const latest = formatDate(addDays(now, MOST_DAYS_AHEAD, zone), zone);
  if (day > latest) throw wrongField("day", `Choose a day until ${latest}.`);
  return start;
}

function checkPrice({ fixedMinor, percentHundredths, termsNote }: PriceChangeRequest): void {
  if (fixedMinor === null && percentHundredths === null && termsNote !== null) return;
  if (fixedMinor !== null) {
    if (percentHundredths !== null) throw wrongField("percent", "Enter a price or a percentage.");
    const isPrice = Number.isSafeInteger(fixedMinor) && fixedMinor > 0 && fixedMinor < 10 ** 12;
    if (!isPrice) throw wrongField("price", "Enter a price above zero.");
    return;
  }
  const isPercent =
    percentHundredths !== null &&
    Number.isInteger(percentHundredths) &&
    percentHundredths > -10_000 &&
    percentHundredths <= MOST_PERCENT &&
    percentHundredths !== 0;
  if (!isPercent) {
    const message = "Enter a percentage above -100 and up to 1000, with two decimals at most.";
    throw wrongField("percent", message);
  }
}

function checkTerms(input: PriceChangeRequest): void {
  const { termsNote, planPrice } = input;
  if (termsNote !== null && (termsNote.trim() === "" || termsNote.length > MOST_TERMS)) {
    const message = `Say what changes, in ${MOST_TERMS} characters at most, or leave it empty.`;
    throw wrongField("termsNote", message);
  }
  if (planPrice !== "keep" && !changesPrice(input)) {
    throw wrongField("planPrice", "There is no new price for new subscribers.");
  }
}

/** Of two requests at once for a plan, the second one finds the change of the first. */
async function lockPlan(tx: Queries, shopId: bigint, id: bigint) {
  await tx.$queryRaw`SELECT 1 FROM plans WHERE shop_id = ${shopId} AND id = ${id} FOR NO KEY UPDATE`;
  const plan = await tx.plan.findUnique({ where: { shopId_id: { shopId, id } } });
  if (!plan) throw new AppError("not_found", "There is no such plan.");
  return plan;
}

function findByKey(tx: Queries, shopId: bigint, sourceKey: string): Promise<PriceChange | null> {
  return tx.priceChange.findUnique({ where: { shopId_sourceKey: { shopId, sourceKey } } });
}

/** What was asked for the plan's own price. */
function planPriceOf({ planPriceFrom, effectiveAt }: PriceChange): PriceChangeRequest["planPrice"] {
  if (planPriceFrom === null) return "keep";
  return planPriceFrom.getTime() === effectiveAt.getTime() ? "on_day" : "now";
}

function repeated(
  change: PriceChange,
  input: PriceChangeRequest,
  { shop }: Pick<ShopContext, "shop">,
): { outcome: "repeated"; id: bigint } {
  const isSame =
    change.planId === input.planId &&
    change.noticeDays === input.noticeDays &&
    change.percentHundredths === input.percentHundredths &&
    (change.fixedMinor === null ? null : Number(change.fixedMinor)) === input.fixedMinor &&
    change.silence === input.silence &&
    change.termsNote === input.termsNote &&
    planPriceOf(change) === input.planPrice &&
    formatDate(change.effectiveAt, shop.ianaTimezone) === input.day;
  if (isSame) return { outcome: "repeated", id: change.id };
  throw new AppError("idempotency_conflict", "This key was used for another price change.");
}
