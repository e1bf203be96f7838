import type { CreditHold } from "#app/generated/prisma/client.ts";
import { formatMinor } from "#app/lib/money.ts";
import type { PlatformOrder } from "#app/platform/platform-order.ts";
import type { ShopContext } from "../../context.ts";
import { CREDIT_TYPES, type CreditMovement } from "../../ledger/movement.ts";
import { toJson } from "../../ledger/post-movement.ts";
import { toOrderGid } from "./credit-hold.ts";

type LedgerContext = Pick<ShopContext, "shop" | "clock" | "actor">;

/** The kind of the timeline's line when an order took more credit than there was. */
export const SHORTFALL_KIND = "store_credit.shortfall";

/** How a hold's release is posted: no entry, one line of the timeline. */
export function releaseMovement(context: LedgerContext, hold: CreditHold): object {
  const movement = toJson(context, {
    ...movementOf(hold),
    amountMinor: 0,
    message: "Not used; available again",
  });
  return {
    ...movement,
    activity_kind: "store_credit.released",
    event_kind: "store_credit.released",
  };
}

/** How each outcome of a capture is posted, as the database function takes it. */
export function captureMovements(
  context: LedgerContext,
  hold: CreditHold,
  order: PlatformOrder,
  usedMinor: number,
): object {
  const use: CreditMovement = {
    ...movementOf(hold),
    amountMinor: -usedMinor,
    message: `Used for order ${order.name}`,
    orderGid: toOrderGid(order.orderId),
    orderName: order.name,
    usedIn: hold.purpose,
  };
  return {
    used: toJson(context, use),
    released: releaseMovement(context, hold),
    late: toJson(context, { ...use, sourceKey: `hold:${hold.id}:late` }),
  };
}

/** The sentence about credit that an order took and that was no longer there, around its amount. */
export function shortfallMessage(
  order: Pick<PlatformOrder, "name">,
  currency: string,
): [string, string] {
  return [
    `Order ${order.name} took `,
    ` ${currency} of store credit that was no longer there. It was written off.`,
  ];
}

/** The whole sentence. */
export function describeShortfall(
  order: Pick<PlatformOrder, "name">,
  amountMinor: number,
  currency: string,
): string {
  return shortfallMessage(order, currency).join(formatMinor(amountMinor, currency));
}

function movementOf(hold: CreditHold): Pick<CreditMovement, "customerId" | "unit" | "typeCode"> {
  return { customerId: hold.customerId, unit: "money", typeCode: CREDIT_TYPES.redemption };
}
