import type { CreditHold, Customer } from "#app/generated/prisma/client.ts";
import { AppError, wrongField } from "#app/lib/app-error.ts";
import type { Queries } from "#app/lib/db.ts";
import { formatMinor } from "#app/lib/money.ts";
import { addJob } from "#app/lib/queue.ts";
import { isPlatformFailure } from "#app/platform/platform-failure.ts";
import type { ShopContext } from "../../context.ts";
import { ensureCustomer } from "../../customers/store-customer.ts";
import { CREDIT_TYPES, type CreditAccountState } from "../../ledger/movement.ts";
import { postCreditWithin } from "../../ledger/post-movement.ts";
import { readCreditAccount } from "../../ledger/read-account.ts";
import { scheduleTask } from "../../schedule/schedule-task.ts";
import { publishStoreCreditJob, releaseHoldTask } from "../credit-jobs.ts";
import { type HoldView, holdExpiresAt, makeCreditCode, toHoldView } from "./credit-hold.ts";
import { releaseHold } from "./release-hold.ts";
import { settleHoldEntry } from "./settle-hold.ts";

/**
 * Keeps credit for a checkout and gives the single-use code that stands for it there: the whole balance,
 * or as much of `amountMinor` as there is. A customer has one live hold; while there is one, any number of
 * requests are answered with it.
 *
 * Hold, ledger entry and the code's text are committed before the platform is asked for the code, so that
 * a code whose creation got no answer is found again and never made twice. When the platform does not make
 * it, the hold is given up at once. Safe to repeat.
 *
 * @param platformCustomerId the shopper.
 * @throws AppError not_found, invalid_input when there is nothing to hold, platform_refused,
 * platform_unavailable.
 */
export async function holdCredit(
  context: ShopContext,
  platformCustomerId: number,
  amountMinor: number | null,
): Promise<{ hold: HoldView; account: CreditAccountState }> {
  const customer = await ensureCustomer(context, platformCustomerId);
  if (!customer || customer.redactedAt) throw new AppError("not_found", "No such customer.");
  const live = await findCurrentHold(context, customer.id);
  const hold = live ?? (await reserve(context, customer, amountMinor));
  const view = toHoldView(hold) ?? (await createDiscountCode(context, hold, customer));
  return { hold: view, account: await readCreditAccount(context, customer.id) };
}

/** One whose time is over is released first: its code would be closed before the shopper gets to use it. */
async function findCurrentHold(
  context: ShopContext,
  customerId: bigint,
): Promise<CreditHold | null> {
  const where = { shopId: context.shop.id, customerId, state: "live" };
  const live = await context.db.prisma.creditHold.findFirst({ where });
  if (!live || context.clock.now() < holdExpiresAt(live.createdAt)) return live;
  await releaseHold(context, live.id).catch((error: unknown) => {
    if (!isPlatformFailure(error)) throw error;
    throw platformAway();
  });
  return null;
}

/** Takes the customer's place for a hold, the amount from the ledger, and plans the release: all or nothing. */
function reserve(
  context: ShopContext,
  customer: Customer,
  amountMinor: number | null,
): Promise<CreditHold> {
  const { shop, clock } = context;
  return context.db.transaction(async (tx) => {
    // Weak enough that ledger entries, which refer to this row, need not wait for it.
    await tx.$queryRaw`
      SELECT 1 FROM customers WHERE shop_id = ${shop.id} AND id = ${customer.id} FOR NO KEY UPDATE`;
    const first = await tx.creditHold.findFirst({
      where: { shopId: shop.id, customerId: customer.id, state: "live" },
    });
    if (first) return first;
    const createdAt = clock.now();
    const code = makeCreditCode();
    const posting = await postCreditWithin(tx, context, {
      customerId: customer.id,
      unit: "money",
      amountMinor: -(amountMinor ?? Number.MAX_SAFE_INTEGER),
      typeCode: CREDIT_TYPES.redemption,
      message: "Reserved for an order in progress",
      onHold: true,
      usedIn: "checkout",
    });
    if (posting.outcome !== "posted") {
      const message = "There is no store credit to use.";
      throw wrongField("amount", message);
    }
    const hold = await tx.creditHold.create({
      data: {
        shopId: shop.id,
        customerId: customer.id,
        entryId: posting.entryId,
        amountMinor: -posting.amountMinor,
        currency: shop.currency,
        state: "live",
        code,
        createdAt,
      },
    });
    await planRelease(context, tx, hold, holdExpiresAt(createdAt));
    return hold;
  });
}

function planRelease(
  context: ShopContext,
  tx: Queries,
  hold: CreditHold,
  dueAt: Date,
): Promise<void> {
  return scheduleTask(context, tx, releaseHoldTask, { holdId: hold.id }, dueAt);
}

/**
 * Asks the platform for the code, also on behalf of a request that broke off before it had an answer.
 * Whoever of several is answered first has it for all.
 */
async function createDiscountCode(
  context: ShopContext,
  hold: CreditHold,
  customer: Customer,
): Promise<HoldView> {
  const { shop, db, platform } = context;
  const amountMinor = Number(hold.amountMinor);
  let discountGid: string;
  try {
    discountGid = await platform.createCreditCode({
      code: hold.code,
      title: `Store credit ${formatMinor(amountMinor, hold.currency)} ${hold.currency}`,
      customerId: Number(customer.platformCustomerId),
      amountMinor,
      currency: hold.currency,
    });
  } catch (error) {
    if (!isPlatformFailure(error)) throw error;
    const made = await abandonHold(context, hold);
    if (made) return made;
    if (error.kind !== "refused") throw platformAway();
    throw new AppError("platform_refused", `The platform refused the code: ${error.message}`);
  }
  const taken = await db.transaction(async (tx) => {
    const { count } = await tx.creditHold.updateMany({
      where: { shopId: shop.id, id: hold.id, state: "live" },
      data: { discountGid },
    });
    await addJob(tx, publishStoreCreditJob, { shopId: shop.id, customerId: customer.id });
    // Given up meanwhile by a request that had no answer: the code that there is now has to be closed.
    if (count === 0) await planRelease(context, tx, hold, context.clock.now());
    return count > 0;
  });
  if (!taken) throw platformAway();
  return toHoldView({ ...hold, discountGid }) as HoldView;
}

/**
 * Gives the credit back at once when no code came about: nothing was reserved for anybody. The task that
 * is planned for the hold looks later whether a code exists after all, and closes it.
 *
 * @returns the hold when another request has got its code meanwhile.
 */
function abandonHold(context: ShopContext, { shopId, id }: CreditHold): Promise<HoldView | null> {
  return context.db.transaction(async (tx) => {
    await tx.$queryRaw`
      SELECT 1 FROM credit_holds WHERE shop_id = ${shopId} AND id = ${id} FOR UPDATE`;
    const key = { shopId_id: { shopId, id } };
    const hold = await tx.creditHold.findUniqueOrThrow({ where: key });
    if (hold.state !== "live") return null;
    if (hold.discountGid !== null) return toHoldView(hold);
    const settledAt = context.clock.now();
    await tx.creditHold.update({ where: key, data: { state: "released", settledAt } });
    await settleHoldEntry(tx, context, hold, null);
    return null;
  });
}

function platformAway(): AppError {
  return new AppError(
    "platform_unavailable",
    "The store's platform did not answer in time. No store credit was used. Try again.",
  );
}
