/** A charge to come. `goodsMinor` is what credit may pay of it. */
export interface CoverableCharge {
  id: string;
  at: Date;
  goodsMinor: number;
}

/** Credit with one end; null where it has none. */
export interface CreditUntil {
  expiresAt: Date | null;
  leftMinor: number;
}

/**
 * What credit pays of one customer's charges, each in its turn: of what has not expired by then, the soonest-expiring first, as the
 * ledger draws it.
 *
 * @param charges in the order in which they are made. @param credit soonest-expiring first.
 * @returns minor units by charge.
 */
export function shareCredit(
  charges: readonly CoverableCharge[],
  credit: readonly CreditUntil[],
): Map<string, number> {
  const left = credit.map((one) => ({ ...one }));
  return new Map(
    charges.map(({ id, at, goodsMinor }) => {
      let unpaid = goodsMinor;
      for (const one of left) {
        if (one.expiresAt && one.expiresAt <= at) continue;
        const part = Math.min(unpaid, one.leftMinor);
        one.leftMinor -= part;
        unpaid -= part;
      }
      return [id, goodsMinor - unpaid];
    }),
  );
}
