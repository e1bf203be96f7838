import type {
  PlatformContract,
  PlatformContractDiscount,
} from "#app/platform/platform-contract.ts";
import { discountedGoods } from "../../subscriptions/charges/discounted-lines.ts";
import { nextChargeOf } from "../../subscriptions/charges/next-charge.ts";

/** A charge that is not the next one, or not made today. */
interface LaterCharge {
  /** How many are made before it. */
  chargesBefore: number;
  /** Discounts that have left the contract by then. */
  left: ReadonlySet<string>;
}

/** A line as it would be. */
export interface PricedLine {
  lineGid: string;
  quantity: number;
  /** Of one piece, before discounts. */
  priceMinor: number;
}

type Contract = Pick<PlatformContract, "lines" | "discounts" | "deliveryMinor">;

/**
 * What the next charge comes to once some lines are other ones: each discount that is not used up takes its part of what those
 * before it have left. Null where counting so does not even give the amount that the platform says today, because a discount holds
 * for some lines alone: an amount is shown only when it is known.
 */
export function amountAfter(
  contract: Contract,
  changed: readonly PricedLine[],
  { chargesBefore, left }: LaterCharge = { chargesBefore: 0, left: new Set() },
): number | null {
  const today = nextChargeOf(contract);
  const discounts = contract.discounts.map((discount) => ({
    ...discount,
    usageCount: discount.usageCount + chargesBefore,
    ...(left.has(discount.gid) && { recurringCycleLimit: 0 }),
  }));
  if (isAsToday(contract, changed, discounts)) return today.totalMinor;
  const goodsToday = today.totalMinor - today.deliveryMinor;
  if (goodsOf(contract.lines, contract.discounts) !== goodsToday) return null;
  const { deliveryMinor } = nextChargeOf({ ...contract, discounts });
  const byGid = new Map(changed.map((line) => [line.lineGid, line]));
  const lines = contract.lines.map((line) => byGid.get(line.lineGid) ?? line);
  return goodsOf(lines, discounts) + deliveryMinor;
}

/** The platform's own amount holds while no line is another one and no discount has ended. */
function isAsToday(
  contract: Contract,
  changed: readonly PricedLine[],
  discounts: readonly PlatformContractDiscount[],
): boolean {
  const isSame = (line: PricedLine) => {
    const now = contract.lines.find(({ lineGid }) => lineGid === line.lineGid);
    return now?.quantity === line.quantity && now.priceMinor === line.priceMinor;
  };
  return (
    changed.every(isSame) &&
    contract.discounts.every((now, at) => isUsedUp(now) === isUsedUp(discounts[at] ?? now))
  );
}

function goodsOf(
  lines: readonly PricedLine[],
  discounts: readonly PlatformContractDiscount[],
): number {
  return discountedGoods(lines, discounts.filter(isInForce));
}

function isInForce(discount: PlatformContractDiscount): boolean {
  return discount.targetType === "LINE_ITEM" && !isUsedUp(discount);
}

function isUsedUp({ recurringCycleLimit: limit, usageCount }: PlatformContractDiscount): boolean {
  return limit !== null && usageCount >= limit;
}
