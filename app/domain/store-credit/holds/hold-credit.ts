import type { CreditHold, Customer } from "#app/generated/prisma/client.ts";
import { AppError, wrongField } from "#app/lib/app-error.ts";
import { formatMinor } from "#app/lib/money.ts";
import { addJob } from "#app/lib/queue.ts";
import { isPlatformFailure } from "#app/platform/platform-failure.ts";
import type { ShopContext } from "../../context.ts";
import { ensureCustomer } from "../../customers/store-customer.ts";
import { LEDGER_CODES } from "../../ledger/ledger-codes.ts";
import { CREDIT_TYPES, type CreditAccountState } from "../../ledger/movement.ts";
import { toJson } from "../../ledger/post-movement.ts";
import { readCreditAccount } from "../../ledger/read-account.ts";
import { scheduleTask } from "../../schedule/schedule-task.ts";
import { publishStoreCreditJob, releaseHoldTask } from "../credit-jobs.ts";
import { type HoldView, holdExpiresAt, makeCreditCode, toHoldView } from "./credit-hold.ts";
import { abandonHold, releaseHold } from "./release-hold.ts";

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

/**
 * Takes the amount from the ledger for a hold and plans its release, in one call of the database: nobody
 * waits for the store's ledger longer than that. Answers the live hold when another request was first.
 */
async function reserve(
  context: ShopContext,
  customer: Customer,
  amountMinor: number | null,
): Promise<CreditHold> {
  const { shop, db } = context;
  const createdAt = context.clock.now();
  const movement = toJson(
    { ...context, clock: { now: () => createdAt } },
    {
      customerId: customer.id,
      unit: "money",
      amountMinor: -(amountMinor ?? Number.MAX_SAFE_INTEGER),
      typeCode: CREDIT_TYPES.redemption,
      message: "Reserved for an order in progress",
      onHold: true,
      usedIn: "checkout",
    },
  );
  const { rows } = await db.pool.query<{ id: string | null }>(
    "SELECT hold_credit($1, $2, $3, $4) AS id",
    [
      String(shop.id),
      JSON.stringify(movement),
      JSON.stringify({
        currency: shop.currency,
        code: makeCreditCode(),
        release_task: releaseHoldTask.kind,
        release_at: holdExpiresAt(createdAt),
      }),
      LEDGER_CODES,
    ],
  );
  const id = rows[0]?.id;
  if (!id) throw wrongField("amount", "There is no store credit to use.");
  const where = { shopId_id: { shopId: shop.id, id: BigInt(id) } };
  return db.prisma.creditHold.findUniqueOrThrow({ where });
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
  const key = { shopId_id: { shopId: shop.id, id: hold.id } };
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
    await abandonHold(context, hold);
    const now = await db.prisma.creditHold.findUniqueOrThrow({ where: key });
    const made = now.state === "live" && toHoldView(now);
    // Another request has got the code meanwhile.
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
    // When a request that had no answer has given the hold up, the code that there is now has to be closed.
    const dueAt = count === 0 ? context.clock.now() : holdExpiresAt(hold.createdAt);
    await scheduleTask(context, tx, releaseHoldTask, { holdId: hold.id }, dueAt);
    return count > 0;
  });
  if (!taken) throw platformAway();
  return toHoldView({ ...hold, discountGid }) as HoldView;
}

function platformAway(): AppError {
  return new AppError(
    "platform_unavailable",
    "The store's platform did not answer in time. No store credit was used. Try again.",
  );
}
