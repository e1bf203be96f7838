import type {
  PlatformContract,
  PlatformContractDiscount,
} from "#app/platform/platform-contract.ts";
import { nextChargeOf } from "../../subscriptions/charges/next-charge.ts";

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
 *
 * @param chargesBefore for the amount of a later charge: how many are made before it.
 */
export function amountAfter(
  contract: Contract,
  changed: readonly PricedLine[],
  chargesBefore = 0,
): number | null {
  const today = nextChargeOf(contract);
  const discounts = contract.discounts.map((discount) => ({
    ...discount,
    usageCount: discount.usageCount + chargesBefore,
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
  let left = lines.map(({ quantity, priceMinor }) => quantity * priceMinor);
  for (const discount of discounts.filter(isInForce)) {
    const off = offOf(discount, lines, left);
    left = left.map((minor, at) => minor - Math.min(minor, off[at] ?? 0));
  }
  return left.reduce((sum, minor) => sum + minor, 0);
}

function isInForce(discount: PlatformContractDiscount): boolean {
  return discount.targetType === "LINE_ITEM" && !isUsedUp(discount);
}

function isUsedUp({ recurringCycleLimit: limit, usageCount }: PlatformContractDiscount): boolean {
  return limit !== null && usageCount >= limit;
}

function offOf(
  { value, appliesOnEachItem }: PlatformContractDiscount,
  lines: readonly PricedLine[],
  left: readonly number[],
): number[] {
  if (value.kind === "percentage") {
    return left.map((minor) => Math.round((minor * value.percentage) / 100));
  }
  if (appliesOnEachItem) return lines.map(({ quantity }) => value.amountMinor * quantity);
  return sharesOf(value.amountMinor, left);
}

/** An amount over the lines by what each costs; what rounding leaves goes to the first ones. */
function sharesOf(amountMinor: number, left: readonly number[]): number[] {
  const whole = left.reduce((sum, minor) => sum + minor, 0);
  const capped = Math.min(amountMinor, whole);
  const shares = left.map((minor) => (whole === 0 ? 0 : Math.floor((capped * minor) / whole)));
  let rest = capped - shares.reduce((sum, share) => sum + share, 0);
  return shares.map((share, at) => {
    const more = rest > 0 && share < (left[at] ?? 0) ? 1 : 0;
    rest -= more;
    return share + more;
  });
}
