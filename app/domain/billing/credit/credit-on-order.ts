import type { CreditHold } from "#app/generated/prisma/client.ts";
import type { PlatformOrder } from "#app/platform/platform-order.ts";
import { creditOnLine } from "../../store-credit/holds/credit-hold.ts";

/** What credit has paid of an order: what came off its lines by credit's own discount alone, and never more than is held. */
export function creditOnOrder(
  { lines }: { lines: readonly Pick<PlatformOrder["lines"][number], "discounts">[] },
  { amountMinor }: Pick<CreditHold, "amountMinor">,
): number {
  const taken = lines.reduce((sum, line) => sum + creditOnLine(line), 0);
  return Math.min(taken, Number(amountMinor));
}
