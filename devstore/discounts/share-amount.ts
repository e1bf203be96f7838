/** Digits behind the point of a share that count; a share has far fewer. */
const shareDigits = 9;
const wholeShare = 10n ** BigInt(shareDigits);

/** A share of an amount, in whole minor units, half up. The share is read as the decimal that was written. */
export function shareOf(amountMinor: number, share: number): number {
  const parts = BigInt(share.toFixed(shareDigits).replace(".", ""));
  return Number((BigInt(amountMinor) * parts * 2n + wholeShare) / (wholeShare * 2n));
}

/**
 * Spreads an amount over weights in proportion, to the last minor unit: what rounding down leaves over goes to
 * the largest remainders first. An amount above the sum of the weights is cut to it, so no part exceeds its weight.
 */
export function spread(amountMinor: number, weights: readonly number[]): number[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const amount = Math.min(amountMinor, total);
  if (amount <= 0) return weights.map(() => 0);
  const exact = weights.map((weight) => BigInt(amount) * BigInt(weight));
  const parts = exact.map((one) => Number(one / BigInt(total)));
  const remainders = exact.map((one, at) => ({ at, rest: one % BigInt(total) }));
  const left = amount - parts.reduce((sum, part) => sum + part, 0);
  remainders.sort((a, b) => (a.rest === b.rest ? a.at - b.at : a.rest > b.rest ? -1 : 1));
  for (const { at } of remainders.slice(0, left)) parts[at] = (parts[at] ?? 0) + 1;
  return parts;
}
