import type { BillingAttempt } from "#app/generated/prisma/client.ts";
import { FEW_VALUES } from "#app/lib/one-way.ts";
import { addJob } from "#app/lib/queue.ts";
import { shareWork } from "#app/lib/share-work.ts";
import type { ShopContext } from "../../context.ts";
import { refreshOrderJob } from "../../orders/order-jobs.ts";
import { scheduleTask } from "../../schedule/schedule-task.ts";
import { billSubscription } from "../charging/bill-subscription.ts";
import { pollAttemptTask } from "../charging/billing-tasks.ts";
import { lookForPayment } from "./look-for-payment.ts";
import { readAttempt } from "./read-attempt.ts";

/**
 * Follows what the platform has told of an attempt. One that is none of ours may have charged what we are about to.
 *
 * @param contractId left out in jobs that the version before has added.
 */
export async function followAttempt(
  context: ShopContext,
  platformAttemptId: number,
  contractId?: number,
): Promise<void> {
  const attempt = await findOurs(context, platformAttemptId);
  if (!attempt) {
    if (contractId !== undefined) await followElsewhere(context, contractId);
    return;
  }
  if (attempt.status === "pending") await readAttempt(context, attempt);
  await billSubscription(context, attempt.subscriptionId);
}

async function followElsewhere(context: ShopContext, contractId: number): Promise<void> {
  const subscription = await context.db.prisma.subscription.findUnique({
    where: {
      shopId_platformContractId: {
        shopId: context.shop.id,
        platformContractId: BigInt(contractId),
      },
    },
    select: { id: true },
  });
  if (subscription) await lookForPayment(context, subscription.id);
}

/**
 * The webhook may overtake the answer to the call that has made the attempt: then its key names it. That answer may be written
 * down while the platform is asked here, so the number is looked for again last.
 */
async function findOurs(
  context: ShopContext,
  platformAttemptId: number,
): Promise<BillingAttempt | null> {
  const { db, shop, platform } = context;
  const known = await findByNumber(context, platformAttemptId);
  if (known) return known;
  const made = await platform.getBillingAttempt(platformAttemptId);
  if (!made) return null;
  const starting = await db.prisma.billingAttempt.findFirst({
    where: { shopId: shop.id, status: "starting", idempotencyKey: made.idempotencyKey },
  });
  return starting ?? findByNumber(context, platformAttemptId);
}

/** By the platform's number: those that are asked for at about the same time by one statement. */
const findByNumber = shareWork({
  most: FEW_VALUES,
  work: async ({ db, shop }: ShopContext, numbers: readonly number[]) => {
    const platformAttemptId = { in: numbers.map(BigInt) };
    const rows = await db.prisma.billingAttempt.findMany({
      where: { shopId: shop.id, platformAttemptId },
    });
    const byNumber = new Map(rows.map((row) => [Number(row.platformAttemptId), row]));
    return numbers.map((number) => byNumber.get(number) ?? null);
  },
});

/** Where the webhook of an attempt got lost, its order's may have been lost too. */
async function readMissingOrder({ db, shop }: ShopContext, attemptId: bigint): Promise<void> {
  const shopId = shop.id;
  const { platformOrderId } = await db.prisma.billingAttempt.findUniqueOrThrow({
    where: { shopId_id: { shopId, id: attemptId } },
    select: { platformOrderId: true },
  });
  if (platformOrderId === null) return;
  const where = { shopId_platformOrderId: { shopId, platformOrderId } };
  if (await db.prisma.order.findUnique({ where, select: { id: true } })) return;
  await addJob(db.prisma, refreshOrderJob, { shopId, orderId: Number(platformOrderId) });
}

/** So long after an attempt was made the platform is asked again, in hours. Then once a day. */
const POLL_HOURS = [0.5, 2, 8];
const HOUR_MS = 3_600_000;

/** Asks for an attempt of which nobody has told, and plans the next time when it has not ended. */
export async function pollAttempt(context: ShopContext, attemptId: bigint): Promise<void> {
  const where = { shopId_id: { shopId: context.shop.id, id: attemptId } };
  const attempt = await context.db.prisma.billingAttempt.findUnique({ where });
  if (attempt?.status !== "pending") return;
  if (await readAttempt(context, attempt)) {
    await readMissingOrder(context, attemptId);
    await billSubscription(context, attempt.subscriptionId);
    return;
  }
  const now = context.clock.now().getTime();
  const made = attempt.createdAt.getTime();
  const later = POLL_HOURS.find((hours) => made + hours * HOUR_MS > now);
  const at = later === undefined ? now + 24 * HOUR_MS : made + later * HOUR_MS;
  await context.db.transaction(async (tx) => {
    await scheduleTask(context, tx, pollAttemptTask, { attemptId }, new Date(at));
  });
}
