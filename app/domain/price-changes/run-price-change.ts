import type { Plan, PriceChange } from "#app/generated/prisma/client.ts";
import { isAppError } from "#app/lib/app-error.ts";
import { isPlatformFailure } from "#app/platform/platform-failure.ts";
import { billSubscription } from "../billing/charging/bill-subscription.ts";
import type { Actor, ShopContext } from "../context.ts";
import { scheduleTask } from "../schedule/schedule-task.ts";
import {
  type ClaimedPriceRow,
  claimPriceRow,
  countUnseen,
  LEASE_MS,
  releasePriceRow,
} from "./claim-price-row.ts";
import { reminderAt, remindOfAnswer } from "./consent/remind-of-answer.ts";
import { PASSES, runPriceChangeTask } from "./price-change-tasks.ts";
import { tellOfPrice } from "./tell-of-price.ts";
import { undoPrice } from "./undo-price.ts";

/** What other due tasks of the store wait for at most. */
const ROWS_IN_A_BATCH = 200;
/** Rows that are worked on side by side: the platform answers one call in a third of a second. */
const LANES = 4;
/** After this a row that fails is left to the next pass. */
const MOST_TRIES = 5;
/** By then the notices have left, unless the mail server is away. */
const MAILS_LEAVE_WITHIN_MS = 15 * 60_000;

/**
 * Works through a batch of a price change's rows, and plans the next batch or pass. Each row is claimed by one worker at a time,
 * and what is done for it is safe to repeat, so a batch may be run again, at once or after a crash.
 *
 * @throws an error of the platform's: the task is tried again later.
 */
export async function runPriceChange(
  context: ShopContext,
  { priceChangeId, pass, batch }: { priceChangeId: bigint; pass: number; batch: number },
): Promise<void> {
  const { db, shop, clock } = context;
  const change = await db.prisma.priceChange.findUnique({
    where: { shopId_id: { shopId: shop.id, id: priceChangeId } },
    include: { plan: true },
  });
  if (change?.pass !== pass) return;
  const actor: Actor = { kind: change.actorKind as Actor["kind"], name: change.actorName };
  const ended = await workOff({ ...context, actor }, change);
  const failure = ended.find((one) => one.status === "rejected");
  if (failure) throw failure.reason;
  const plan = async (next: number, nextBatch: number, at: Date) => {
    await db.transaction(async (tx) => {
      const { count } = await tx.priceChange.updateMany({
        where: { shopId: shop.id, id: priceChangeId, pass },
        data: { pass: next },
      });
      if (count === 0) return;
      const payload = { priceChangeId, pass: next, batch: nextBatch };
      await scheduleTask(context, tx, runPriceChangeTask, payload, at);
    });
  };
  const now = clock.now();
  if ((await countUnseen(context, change)) > 0) {
    // Where none could be claimed, other workers have begun with them: they may have died.
    const wait = ended.some((one) => one.status === "fulfilled" && one.value > 0) ? 0 : LEASE_MS;
    return plan(pass, batch + 1, new Date(now.getTime() + wait));
  }
  if (pass === PASSES.tell) {
    return plan(PASSES.write, 0, new Date(now.getTime() + MAILS_LEAVE_WITHIN_MS));
  }
  const remindAt = pass === PASSES.write ? reminderAt(context, change) : null;
  if (remindAt) return plan(PASSES.remind, 0, remindAt);
  if (pass === PASSES.write || pass === PASSES.remind) {
    return plan(PASSES.settle, 0, change.effectiveAt > now ? change.effectiveAt : now);
  }
}

/** How many rows each lane has ended. */
function workOff(
  context: ShopContext,
  change: PriceChange & { plan: Plan },
): Promise<PromiseSettledResult<number>[]> {
  let left = ROWS_IN_A_BATCH;
  const work = async () => {
    let done = 0;
    while (left > 0) {
      left -= 1;
      const row = await claimPriceRow(context, change);
      if (!row) return done;
      try {
        if (await workOn(context, change, row)) done += 1;
      } catch (error) {
        // Where the platform does not answer, the other rows wait too.
        left = 0;
        throw error;
      }
    }
    return done;
  };
  return Promise.allSettled(Array.from({ length: LANES }, work));
}

/**
 * @returns false when this row alone has failed: it keeps its claim, so that the others come before it is tried again.
 * @throws an error of a platform that does not answer.
 */
async function workOn(
  context: ShopContext,
  change: PriceChange & { plan: Plan },
  { subscription_id: id, state, tries }: ClaimedPriceRow,
): Promise<boolean> {
  try {
    await takeStep(context, change, id, state);
  } catch (error) {
    if (isAway(error)) {
      await releasePriceRow(context, change, id, true);
      throw error;
    }
    const about = { err: error, priceChangeId: change.id, subscriptionId: id };
    if (tries < MOST_TRIES) {
      context.log.warn(about, "a price cannot be changed yet");
      return false;
    }
    context.log.error(about, "a price cannot be changed");
  }
  await releasePriceRow(context, change, id, false);
  return true;
}

/** Whether the platform does not answer, also as one who cancels there says it. */
function isAway(error: unknown): boolean {
  if (isPlatformFailure(error)) return error.kind !== "refused";
  return isAppError(error) && error.code === "platform_unavailable";
}

async function takeStep(
  context: ShopContext,
  change: PriceChange & { plan: Plan },
  id: bigint,
  state: string,
): Promise<void> {
  const { db, shop, clock } = context;
  const subscription = await db.prisma.subscription.findUniqueOrThrow({
    where: { shopId_id: { shopId: shop.id, id } },
    include: { customer: true },
  });
  if (change.pass === PASSES.undo) return undoPrice(context, change, subscription);
  if (state === "waiting") return tellOfPrice(context, change, subscription);
  if (subscription.status === "cancelled") {
    await db.prisma.priceChangeRow.updateMany({
      where: { shopId: shop.id, priceChangeId: change.id, subscriptionId: id, state },
      data: { state: "left", note: "It was canceled before.", endedAt: clock.now() },
    });
    return;
  }
  if (change.pass === PASSES.remind) return remindOfAnswer(context, change, subscription);
  await billSubscription(context, id);
}
