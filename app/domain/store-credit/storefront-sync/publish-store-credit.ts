import { formatDate } from "#app/lib/zoned-time.ts";
import { isPlatformFailure } from "#app/platform/platform-failure.ts";
import type { ShopContext } from "../../context.ts";
import { readShopperCredit, revisionOf } from "./read-shopper-credit.ts";

/** The customer metafield that the store credit block is rendered from, in the app's own namespace. */
const CUSTOMER_KEY = "store_credit";

/** As many as the platform takes in one call. */
export const PUBLISHED_AT_ONCE = 25;

/**
 * Writes what the storefront renders of the credit of up to {@link PUBLISHED_AT_ONCE} customers, in one
 * call. Customers whom the platform no longer knows are left out. Safe to repeat.
 */
export async function publishStoreCredit(
  context: ShopContext,
  customerIds: bigint[],
): Promise<void> {
  const customers = await context.db.prisma.customer.findMany({
    where: {
      shopId: context.shop.id,
      id: { in: customerIds },
      redactedAt: null,
      mergedIntoId: null,
    },
    select: { id: true, platformCustomerId: true },
  });
  const items = await Promise.all(
    customers.map(async ({ id, platformCustomerId }) => ({
      customerId: Number(platformCustomerId),
      key: CUSTOMER_KEY,
      value: await describe(context, id),
    })),
  );
  if (items.length === 0) return;
  try {
    await context.platform.publishCustomersData(items);
  } catch (error) {
    if (!isRefused(error)) throw error;
    // One invalid item fails the whole call: send each separately, so the others are written.
    for (const { customerId, key, value } of items) {
      await context.platform.publishCustomerData(customerId, key, value).catch((reason) => {
        if (!isRefused(reason)) throw reason;
        context.log.info({ err: reason }, "the platform took no store credit for a customer");
      });
    }
  }
}

/** As Liquid reads it: minor units, calendar dates of the store, instants in ISO 8601. */
async function describe(context: ShopContext, customerId: bigint): Promise<object> {
  const { shop, clock } = context;
  const credit = await readShopperCredit(context, customerId);
  const { account, hold, lines } = credit;
  const dateOf = (instant: Date) => formatDate(instant, shop.ianaTimezone);
  return {
    revision: revisionOf(context, credit),
    currency: shop.currency,
    available_minor: account.availableMinor,
    held_minor: account.heldMinor,
    next_expiry: account.nextExpiry && {
      amount_minor: account.nextExpiry.amountMinor,
      date: dateOf(account.nextExpiry.expiresAt),
    },
    hold: hold && {
      code: hold.code,
      amount_minor: hold.amountMinor,
      kept_until: hold.holdExpiresAt.toISOString(),
    },
    lines: lines.map((line) => ({
      date: dateOf(line.createdAt),
      amount_minor: line.amountMinor,
      type: line.typeCode,
      reason: line.reason,
      on_hold: line.onHold,
      order_name: line.orderName,
    })),
    as_of: clock.now().toISOString(),
  };
}

function isRefused(error: unknown): boolean {
  return isPlatformFailure(error) && error.kind === "refused";
}
