import type { PlatformContract } from "#app/platform/platform-contract.ts";

/**
 * What the next cycle of a contract comes to, in minor units of its currency: the lines after every discount that the
 * platform takes off them, and the delivery. Taxes that the store adds to its prices are not in it.
 */
export function nextChargeOf(
  contract: Pick<PlatformContract, "lines" | "discounts" | "deliveryMinor">,
): { totalMinor: number; deliveryMinor: number } {
  const isFreeDelivery = contract.discounts.some(
    ({ targetType, recurringCycleLimit: limit, usageCount }) =>
      targetType === "SHIPPING_LINE" && (limit === null || usageCount < limit),
  );
  const deliveryMinor = isFreeDelivery ? 0 : contract.deliveryMinor;
  const goodsMinor = contract.lines.reduce((sum, line) => sum + line.discountedMinor, 0);
  return { totalMinor: goodsMinor + deliveryMinor, deliveryMinor };
}
