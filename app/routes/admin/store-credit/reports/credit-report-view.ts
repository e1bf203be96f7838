import { CREDIT_TYPES } from "#app/domain/ledger/movement.ts";
import type { Shop } from "#app/domain/shops/shop.ts";
import type { CreditAge } from "#app/domain/store-credit/reports/read-credit-ageing.ts";
import type {
  CreditLiability,
  CreditTypeSum,
  LiabilityPeriod,
} from "#app/domain/store-credit/reports/read-credit-liability.ts";
import type { Formats } from "#app/ui/format.ts";
import { creditTypeName } from "../credit-words.ts";

/** The directions in which credit moves, as the chart stacks them. */
export const CREDIT_FLOWS = ["given", "returned", "used", "ended", "taken"] as const;
export type CreditFlow = (typeof CREDIT_FLOWS)[number];

export const CREDIT_FLOW_NAMES: Readonly<Record<CreditFlow, string>> = {
  given: "Given",
  returned: "Returned",
  used: "Used",
  ended: "Expired or forfeited",
  taken: "Taken back",
};

export interface CreditPeriodView {
  name: string;
  label: string;
  outstandingMinor: number;
  outstanding: string;
  /** Minor units; what takes credit away is below zero. */
  flowsMinor: Record<CreditFlow, number>;
  flows: Record<CreditFlow, string>;
}

export interface CreditTypeView {
  typeCode: number;
  name: string;
  entries: number;
  given: string;
  taken: string;
  net: string;
}

export interface CreditAgeView {
  band: string;
  label: string;
  amount: string;
  /** Whose it is; null where that is not shown. */
  customers: string | null;
  /** Its part of all that is available, in whole per cent. */
  share: number;
}

/** Which way an amount of a type goes. */
function flowOf(typeCode: number, isGift: boolean): CreditFlow {
  if (typeCode === CREDIT_TYPES.redemptionReturned) return "returned";
  if (isGift) return "given";
  if (typeCode === CREDIT_TYPES.redemption) return "used";
  const hasEnded = typeCode === CREDIT_TYPES.expired || typeCode === CREDIT_TYPES.forfeit;
  return hasEnded ? "ended" : "taken";
}

export function showPeriods(
  { periods }: Pick<CreditLiability, "periods">,
  { currency }: Pick<Shop, "currency">,
  formats: Formats,
): CreditPeriodView[] {
  return periods.map(({ name, outstandingMinor, types }) => {
    const flowsMinor = { given: 0, returned: 0, used: 0, ended: 0, taken: 0 };
    for (const { typeCode, givenMinor, takenMinor } of types) {
      flowsMinor[flowOf(typeCode, true)] += givenMinor;
      flowsMinor[flowOf(typeCode, false)] += takenMinor;
    }
    const money = (minor: number) => (minor === 0 ? "–" : formats.money(minor, currency));
    const flows = CREDIT_FLOWS.map((flow) => [flow, money(flowsMinor[flow])]);
    return {
      name,
      label: name.length === 7 ? formats.month(name) : formats.day(name),
      outstandingMinor,
      outstanding: formats.money(outstandingMinor, currency),
      flowsMinor,
      flows: Object.fromEntries(flows) as Record<CreditFlow, string>,
    };
  });
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

const AGE_LABELS: Readonly<Record<CreditAge["band"], string>> = {
  "7": "Within 7 days",
  "30": "In 8 to 30 days",
  "90": "In 31 to 90 days",
  later: "Later",
  never: "Never",
};

export function showAges(
  ages: readonly CreditAge[],
  { currency }: Pick<Shop, "currency">,
  formats: Formats,
): CreditAgeView[] {
  const total = ages.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
  return ages.map(({ band, amountMinor, customers }) => ({
    band,
    label: AGE_LABELS[band],
    amount: formats.money(amountMinor, currency),
    customers: customers === null ? null : formats.count(customers, "customer"),
    share: total === 0 ? 0 : Math.round((100 * amountMinor) / total),
  }));
}
