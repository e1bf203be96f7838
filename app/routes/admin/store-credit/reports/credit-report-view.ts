import { CREDIT_TYPES } from "#app/domain/ledger/movement.ts";
import type {
  CreditTypeSum,
  LiabilityPeriod,
} from "#app/domain/ledger/reports/read-credit-liability.ts";
import type { Shop } from "#app/domain/shops/shop.ts";
import type { Formats } from "#app/ui/format.ts";
import { creditTypeName } from "../credit-words.ts";

/** The time of the report, unless another one is asked for. */
export const USUAL_SPAN = "90d";

/** The directions in which credit moves, as the chart stacks them. */
export const CREDIT_FLOW_NAMES = {
  given: "Given",
  returned: "Returned",
  used: "Used",
  ended: "Expired or forfeited",
  taken: "Taken back",
} as const;

export type CreditFlow = keyof typeof CREDIT_FLOW_NAMES;

export interface CreditTypeView {
  typeCode: number;
  name: string;
  entries: number;
  given: string;
  taken: string;
  net: string;
}

/** Which way an amount of a type goes. */
function flowOf(typeCode: number, isGift: boolean): CreditFlow {
  if (typeCode === CREDIT_TYPES.redemptionReturned) return "returned";
  if (isGift) return "given";
  if (typeCode === CREDIT_TYPES.redemption) return "used";
  const hasEnded = typeCode === CREDIT_TYPES.expired || typeCode === CREDIT_TYPES.forfeit;
  return hasEnded ? "ended" : "taken";
}

/** What moved in a period, each way. */
export function sumCreditFlows({ types }: LiabilityPeriod): Record<CreditFlow, number> {
  const sums = { given: 0, returned: 0, used: 0, ended: 0, taken: 0 };
  for (const { typeCode, givenMinor, takenMinor } of types) {
    sums[flowOf(typeCode, true)] += givenMinor;
    sums[flowOf(typeCode, false)] += takenMinor;
  }
  return sums;
}

/** All periods together, by type. */
export function showTypes(
  periods: readonly LiabilityPeriod[],
  { currency }: Pick<Shop, "currency">,
  formats: Formats,
): CreditTypeView[] {
  const sums = new Map<number, CreditTypeSum>();
  for (const sum of periods.flatMap(({ types }) => types)) {
    const known = sums.get(sum.typeCode);
    sums.set(sum.typeCode, {
      typeCode: sum.typeCode,
      givenMinor: sum.givenMinor + (known?.givenMinor ?? 0),
      takenMinor: sum.takenMinor + (known?.takenMinor ?? 0),
      entries: sum.entries + (known?.entries ?? 0),
    });
  }
  const money = (minor: number) => (minor === 0 ? "–" : formats.money(minor, currency));
  return [...sums.values()]
    .sort((a, b) => a.typeCode - b.typeCode)
    .map(({ typeCode, entries, givenMinor, takenMinor }) => ({
      typeCode,
      name: creditTypeName(typeCode),
      entries,
      given: money(givenMinor),
      taken: money(takenMinor),
      net: formats.money(givenMinor + takenMinor, currency),
    }));
}
