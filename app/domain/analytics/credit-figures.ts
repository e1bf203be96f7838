import { CREDIT_TYPES } from "../ledger/movement.ts";
import type { CreditLiability } from "../ledger/reports/read-credit-liability.ts";

/** What moved of store credit in a period, as positive amounts in minor units. */
export interface CreditFigures {
  /** Given by plans, rewards, offers, promotions, and by hand. */
  issuedMinor: number;
  /** Redeemed, less what came back. */
  usedMinor: number;
  expiredMinor: number;
  forfeitedMinor: number;
  /** What customers have at the end of it. */
  outstandingMinor: number;
}

const ISSUED: ReadonlySet<number> = new Set([
  CREDIT_TYPES.membership,
  CREDIT_TYPES.loyaltyReward,
  CREDIT_TYPES.retentionOffer,
  CREDIT_TYPES.promotion,
]);

export function creditFigures({ periods }: CreditLiability): CreditFigures {
  const moved = periods.flatMap(({ types }) => types);
  const sum = (pick: (one: (typeof moved)[number]) => number) =>
    moved.reduce((total, one) => total + pick(one), 0);
  const net = (code: number) =>
    sum(({ typeCode, givenMinor, takenMinor }) =>
      typeCode === code ? givenMinor + takenMinor : 0,
    );
  return {
    issuedMinor: sum(({ typeCode, givenMinor, takenMinor }) => {
      if (ISSUED.has(typeCode)) return givenMinor + takenMinor;
      return typeCode === CREDIT_TYPES.adjustment ? givenMinor : 0;
    }),
    usedMinor: 0 - net(CREDIT_TYPES.redemption) - net(CREDIT_TYPES.redemptionReturned),
    expiredMinor: 0 - net(CREDIT_TYPES.expired),
    forfeitedMinor: 0 - net(CREDIT_TYPES.forfeit),
    outstandingMinor: periods.at(-1)?.outstandingMinor ?? 0,
  };
}
