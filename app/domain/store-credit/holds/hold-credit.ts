import type { CreditHold, Customer } from "#app/generated/prisma/client.ts";
import { AppError, wrongField } from "#app/lib/app-error.ts";
import { formatMinor } from "#app/lib/money.ts";
import { addJob } from "#app/lib/queue.ts";
import { isPlatformFailure, type PlatformFailure } from "#app/platform/platform-failure.ts";
import type { ShopContext } from "../../context.ts";
import { ensureCustomer } from "../../customers/store-customer.ts";
import { LEDGER_CODES } from "../../ledger/ledger-codes.ts";
import { CREDIT_TYPES, type CreditAccountState } from "../../ledger/movement.ts";
import { toJson } from "../../ledger/post-movement.ts";
import { readCreditAccount } from "../../ledger/read-account.ts";
import { scheduleTask } from "../../schedule/schedule-task.ts";
import { publishStoreCreditJob, releaseHoldTask } from "../credit-jobs.ts";
import {
  type HoldView,
  holdExpiresAt,
  keptUntil,
  makeCreditCode,
  toHoldView,
} from "./credit-hold.ts";
import { abandonHold, endHold, releaseHold } from "./release-hold.ts";
import { settleUsedCode } from "./settle-used-code.ts";

/**
 * Keeps credit for a checkout and gives the single-use code that spends it there: the whole balance,
 * or as much of `amountMinor` as there is. A customer has one live hold; a request for no more than it holds is
 * answered with it, one for more raises it, and its thirty minutes begin again. With `isMost`, a request for less replaces it
 * with a smaller one, under another code: a code lowers every product in a cart, so in one with gift cards it must not be worth
 * more than the other goods.
 *
 * The ledger is always first, so a code is never worth more than is held. Hold, ledger entry and the code's text are
 * committed before the platform is asked for the code, so that a code whose creation got no answer is found again and
 * never made twice. When the platform does not make it, the hold is given up at once. When it does not raise the
 * code, the hold stays raised, and the next request raises the code. A code that an order has used is not raised: the
 * order is settled, and what is held then is a new hold. Safe to repeat.
 *
 * @param platformCustomerId the shopper.
 * @throws AppError not_found, invalid_input when there is nothing to hold, platform_refused,
 * platform_unavailable.
 */
export async function holdCredit(
  context: ShopContext,
  platformCustomerId: number,
  amountMinor: number | null,
  isMost = false,
): Promise<{ hold: HoldView; account: CreditAccountState }> {
  const customer = await ensureCustomer(context, platformCustomerId);
  if (!customer || customer.redactedAt) throw new AppError("not_found", "No such customer.");
  const again = () => holdCredit(context, platformCustomerId, amountMinor, isMost);
  const live = await findCurrentHold(context, customer.id, amountMinor, isMost);
  const raised = live && (await raise(context, live, amountMinor));
  const hold = raised ?? (await reserve(context, customer, amountMinor));
  if (!hold) return again();
  const coded =
    hold.discountGid === null ? await createDiscountCode(context, hold, customer) : hold;
  const ready = await raiseDiscountCode(context, coded);
  // An order has taken the code meanwhile, or its time was over: the next hold is another one.
  if (ready.state !== "live") return again();
  const view = toHoldView(ready);
  if (!view) throw new Error("a hold that has its code has lost it");
  return { hold: view, account: await readCreditAccount(context, customer.id) };
}

/**
 * The hold that a request is about. One whose time is over is released first: its code would be closed before the
 * shopper gets to use it. One that would be raised and whose code an order has used is settled first. One that is too
 * large is ended.
 */
async function findCurrentHold(
  context: ShopContext,
  customerId: bigint,
  amountMinor: number | null,
  isMost: boolean,
): Promise<CreditHold | null> {
  const where = { shopId: context.shop.id, customerId, state: "live", purpose: "checkout" };
  const live = await context.db.prisma.creditHold.findFirst({ where });
  if (!live) return null;
  try {
    if (context.clock.now() >= holdExpiresAt(live)) {
      await releaseHold(context, live.id);
      return null;
    }
    if (isMost && amountMinor !== null && live.amountMinor > amountMinor) {
      await endHold(context, live);
      return null;
    }
    if (!raisesCode(live, amountMinor)) return live;
    return (await settleUsedCode(context, live)) ? null : live;
  } catch (error) {
    if (!isPlatformFailure(error)) throw error;
    throw platformAway();
  }
}

function raisesCode(hold: CreditHold, amountMinor: number | null): boolean {
  if (hold.discountGid === null) return false;
  return wantsMore(hold, amountMinor) || hold.codeAmountMinor !== hold.amountMinor;
}

/** Whether a request asks for more than is held; without an amount it asks for the whole balance. */
function wantsMore(hold: CreditHold, amountMinor: number | null): boolean {
  return amountMinor === null || BigInt(amountMinor) > hold.amountMinor;
}

/**
 * Takes the amount from the ledger for a hold and plans its release, in one call of the database: nobody
 * waits for the store's ledger longer than that. Answers the live hold when another request was first, and null when
 * that one holds less than is asked for here: it has to be raised.
 */
async function reserve(
  context: ShopContext,
  customer: Customer,
  amountMinor: number | null,
): Promise<CreditHold | null> {
  const { shop, db } = context;
  const now = context.clock.now();
  const code = makeCreditCode();
  const movement = toJson(
    { ...context, clock: { now: () => now } },
    {
      ...movementOf(customer.id),
      amountMinor: -(amountMinor ?? Number.MAX_SAFE_INTEGER),
      message: "Reserved for an order in progress",
    },
  );
  const { rows } = await db.pool.query<{ id: string | null }>(
    "SELECT hold_credit($1, $2, $3, $4) AS id",
    [
      String(shop.id),
      JSON.stringify(movement),
      JSON.stringify({
        currency: shop.currency,
        code,
        release_task: releaseHoldTask.kind,
        release_at: keptUntil(now),
      }),
      LEDGER_CODES,
    ],
  );
  const id = rows[0]?.id;
  if (!id) throw wrongField("amount", "There is no store credit to use.");
  const hold = await readHold(context, BigInt(id));
  return hold.code === code || !wantsMore(hold, amountMinor) ? hold : null;
}

/** Holds more of the balance, where more is asked for and is there. Null when the hold has ended meanwhile. */
async function raise(
  context: ShopContext,
  hold: CreditHold,
  amountMinor: number | null,
): Promise<CreditHold | null> {
  if (!wantsMore(hold, amountMinor)) return hold;
  const { shop, db } = context;
  const now = context.clock.now();
  const movement = toJson(
    { ...context, clock: { now: () => now } },
    {
      ...movementOf(hold.customerId),
      amountMinor: 0,
      message: "More reserved for an order in progress",
    },
  );
  const to = {
    amount_minor: amountMinor ?? Number.MAX_SAFE_INTEGER,
    release_task: releaseHoldTask.kind,
    release_at: keptUntil(now),
  };
  const { rows } = await db.pool.query<{ id: string | null }>(
    "SELECT raise_credit_hold($1, $2, $3, $4, $5) AS id",
    [String(shop.id), String(hold.id), JSON.stringify(movement), JSON.stringify(to), LEDGER_CODES],
  );
  return rows[0]?.id ? readHold(context, hold.id) : null;
}

function movementOf(customerId: bigint) {
  return {
    customerId,
    unit: "money",
    typeCode: CREDIT_TYPES.redemption,
    onHold: true,
    usedIn: "checkout",
  } as const;
}

function readHold({ shop, db }: ShopContext, id: bigint): Promise<CreditHold> {
  return db.prisma.creditHold.findUniqueOrThrow({ where: { shopId_id: { shopId: shop.id, id } } });
}

/**
 * Makes the code worth what is held. Whoever has changed it looks again whether the hold was raised meanwhile, so that
 * of two changes the later hold wins, in whichever order the platform takes them.
 */
async function raiseDiscountCode(context: ShopContext, hold: CreditHold): Promise<CreditHold> {
  const { shop, db, platform } = context;
  if (hold.discountGid === null || hold.codeAmountMinor === hold.amountMinor) return hold;
  const amountMinor = Number(hold.amountMinor);
  try {
    await platform.setCreditCodeAmount(hold.discountGid, toCode(hold, amountMinor));
  } catch (error) {
    if (!isPlatformFailure(error)) throw error;
    throw error.kind === "refused" ? refused(error) : platformAway();
  }
  await db.transaction(async (tx) => {
    await tx.creditHold.updateMany({
      where: { shopId: shop.id, id: hold.id, state: "live" },
      data: { codeAmountMinor: hold.amountMinor },
    });
    await addJob(tx, publishStoreCreditJob, { shopId: shop.id, customerId: hold.customerId });
  });
  const now = await readHold(context, hold.id);
  return now.state === "live" ? raiseDiscountCode(context, now) : now;
}

function toCode(hold: CreditHold, amountMinor: number) {
  const { code, currency } = hold;
  const title = `Store credit ${formatMinor(amountMinor, currency)} ${currency}`;
  return { code, title, amountMinor, currency };
}

/**
 * Asks the platform for the code, also on behalf of a request that broke off before it had an answer.
 * Whoever of several is answered first has it for all.
 */
async function createDiscountCode(
  context: ShopContext,
  hold: CreditHold,
  customer: Customer,
): Promise<CreditHold> {
  const { shop, db, platform } = context;
  let discountGid: string;
  try {
    discountGid = await platform.createCreditCode({
      ...toCode(hold, Number(hold.amountMinor)),
      customerId: Number(customer.platformCustomerId),
    });
  } catch (error) {
    if (!isPlatformFailure(error)) throw error;
    await abandonHold(context, hold);
    const now = await readHold(context, hold.id);
    // Another request has got the code meanwhile.
    if (now.state === "live" && now.discountGid !== null) return now;
    throw error.kind === "refused" ? refused(error) : platformAway();
  }
  const taken = await db.transaction(async (tx) => {
    const { count } = await tx.creditHold.updateMany({
      where: { shopId: shop.id, id: hold.id, state: "live" },
      data: { discountGid, codeAmountMinor: hold.amountMinor },
    });
    await addJob(tx, publishStoreCreditJob, { shopId: shop.id, customerId: customer.id });
    // When a request that had no answer has given the hold up, the code that there is now has to be closed.
    const dueAt = count === 0 ? context.clock.now() : holdExpiresAt(hold);
    await scheduleTask(context, tx, releaseHoldTask, { holdId: hold.id }, dueAt);
    return count > 0;
  });
  if (!taken) throw platformAway();
  return readHold(context, hold.id);
}

function refused(error: PlatformFailure): AppError {
  return new AppError("platform_refused", `The platform refused the code: ${error.message}`);
}

function platformAway(): AppError {
  return new AppError(
    "platform_unavailable",
    "The store's platform did not answer in time. No store credit was used. Try again.",
  );
}
