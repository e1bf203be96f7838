import { CREDIT_TYPES } from "#app/domain/ledger/movement.ts";
import type {
  CreditLiability,
  LiabilityPeriod,
} from "#app/domain/ledger/reports/read-credit-liability.ts";
import { type PointWorth, worthOf } from "#app/domain/loyalty/point-rewards/point-worth.ts";
import type { Formats } from "#app/ui/format.ts";
import { showPeriods } from "../../ledger-report/period-view.ts";
import { pointsNumber } from "../loyalty-words.ts";

/** The time of the report, unless another one is asked for. */
export const USUAL_SPAN = "12m";

/**
 * How points come and go, in the order of the report, and what each is called. Breakage is what expires unused; a debt is what was
 * taken back and was not there, and is below zero when it is paid.
 */
export const POINTS_FLOW_NAMES = {
  given: "Earned",
  adjusted: "Adjusted",
  used: "Redeemed",
  ended: "Expired (breakage)",
  taken: "Taken back",
  debts: "Debts",
} as const;

export type PointsFlow = keyof typeof POINTS_FLOW_NAMES;

const FLOW_OF: Readonly<Record<number, PointsFlow>> = {
  [CREDIT_TYPES.loyaltyReward]: "given",
  [CREDIT_TYPES.redemption]: "used",
  // Points come back where what they were redeemed for could not be given.
  [CREDIT_TYPES.redemptionReturned]: "used",
  [CREDIT_TYPES.expired]: "ended",
  [CREDIT_TYPES.takenBack]: "taken",
};

/** What moved in a period: added to its opening, they are its end. */
export function sumPointsFlows({
  types,
  becameOwedMinor,
}: LiabilityPeriod): Record<PointsFlow, number> {
  const sums = { given: 0, adjusted: 0, used: 0, ended: 0, taken: 0, debts: becameOwedMinor };
  for (const { typeCode, givenMinor, takenMinor } of types) {
    sums[FLOW_OF[typeCode] ?? "adjusted"] += givenMinor + takenMinor;
  }
  return sums;
}

/** What customers have, what that is worth, how it came and went, and how much of it was never used. */
export function showPointsReport(
  { availableMinor, pendingMinor, owedMinor, periods }: CreditLiability,
  worth: PointWorth | null,
  currency: string,
  formats: Formats,
) {
  const number = (points: number) => pointsNumber(points, formats);
  const flows = periods.map(sumPointsFlows);
  const total = (flow: PointsFlow) => flows.reduce((sum, one) => sum + one[flow], 0);
  // Unlike `-`, it makes no zero below zero.
  const redeemed = 0 - total("used");
  const expired = 0 - total("ended");
  const rate = redeemed + expired === 0 ? null : (100 * expired) / (redeemed + expired);
  return {
    outstanding: number(availableMinor),
    pending: number(pendingMinor),
    owed: number(owedMinor),
    worth: worth && {
      amount: formats.money(worthOf(availableMinor, worth), currency),
      rate: `${formats.money(worth.amountMinor, currency)} for ${formats.count(worth.points, "point")}`,
      reward: worth.name,
    },
    time: {
      earned: number(total("given")),
      redeemed: number(redeemed),
      expired: number(expired),
      breakage: rate === null ? null : `${Math.round(rate)}%`,
    },
    periods: showPeriods(periods, sumPointsFlows, null, formats),
  };
}

export type PointsReportView = ReturnType<typeof showPointsReport>;
