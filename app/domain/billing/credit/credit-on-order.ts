import type { CreditHold } from "#app/generated/prisma/client.ts";
import type { PlatformOrder } from "#app/platform/platform-order.ts";
import { CREDIT_DISCOUNT_TITLE } from "../../store-credit/holds/credit-hold.ts";

/** What credit has paid of an order: what came off by the discount of that title alone, and never more than is held. */
export function creditOnOrder(
  { plainDiscounts }: Pick<PlatformOrder, "plainDiscounts">,
  { amountMinor }: Pick<CreditHold, "amountMinor">,
): number {
  const taken = plainDiscounts
    .filter(({ title }) => title === CREDIT_DISCOUNT_TITLE)
    .reduce((sum, { amountMinor: part }) => sum + part, 0);
  return Math.min(taken, Number(amountMinor));
}
