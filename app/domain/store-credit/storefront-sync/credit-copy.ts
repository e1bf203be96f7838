import { currencyExponent } from "#app/lib/money.ts";
import { formatDate } from "#app/lib/zoned-time.ts";
import type { ShopContext } from "../../context.ts";
import type { CustomerCopy } from "../../customers/publish-to-customers.ts";
import { readShopperCredit, revisionOf } from "./read-shopper-credit.ts";

/** What the storefront renders of the credit of customers. */
export const creditCopy: CustomerCopy = {
  key: "store_credit",
  describe: async (context, ids) =>
    new Map(await Promise.all(ids.map(async (id) => [id, await describe(context, id)] as const))),
};

/** As Liquid reads it: minor units, calendar dates of the store, instants in ISO 8601. */
async function describe(context: ShopContext, customerId: bigint): Promise<object> {
  const { shop, clock } = context;
  const credit = await readShopperCredit(context, customerId);
  const { account, hold, lines } = credit;
  const dateOf = (instant: Date) => formatDate(instant, shop.ianaTimezone);
  return {
    revision: revisionOf(context, credit),
    currency: shop.currency,
    currency_digits: currencyExponent(shop.currency),
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
