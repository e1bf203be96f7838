import type { CreditAge } from "#app/domain/ledger/reports/read-credit-ageing.ts";
import type { LiabilityPeriod } from "#app/domain/ledger/reports/read-credit-liability.ts";
import type { Formats } from "#app/ui/format.ts";
import { type LedgerCurrency, showAmount } from "./amounts.ts";

/** A day or a month of a ledger, with what moved in it by kind. Minor units, or points. */
export interface PeriodView<Flow extends string> {
  name: string;
  label: string;
  opening: string;
  outstandingMinor: number;
  outstanding: string;
  /** What takes away is below zero. */
  flowsMinor: Record<Flow, number>;
  flows: Record<Flow, string>;
}

/** @param sumFlows what moved in a period, of every kind. */
export function showPeriods<Flow extends string>(
  periods: readonly LiabilityPeriod[],
  sumFlows: (period: LiabilityPeriod) => Record<Flow, number>,
  currency: LedgerCurrency,
  formats: Formats,
): PeriodView<Flow>[] {
  const amount = (minor: number) => showAmount(minor, currency, formats);
  return periods.map((period) => {
    const { name, openingMinor, outstandingMinor } = period;
    const flowsMinor = sumFlows(period);
    const flows = Object.entries<number>(flowsMinor).map(([flow, minor]) => [
      flow,
      minor === 0 ? "–" : amount(minor),
    ]);
    return {
      name,
      label: name.length === 7 ? formats.month(name) : formats.day(name),
      opening: amount(openingMinor),
      outstandingMinor,
      outstanding: amount(outstandingMinor),
      flowsMinor,
      flows: Object.fromEntries(flows) as Record<Flow, string>,
    };
  });
}

export interface AgeView {
  band: string;
  label: string;
  amount: string;
  /** Whose it is; null where that is not shown. */
  customers: string | null;
  /** Its part of all that is available, in whole per cent. */
  share: number;
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
  currency: LedgerCurrency,
  formats: Formats,
): AgeView[] {
  const total = ages.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
  return ages.map(({ band, amountMinor, customers }) => ({
    band,
    label: AGE_LABELS[band],
    amount: showAmount(amountMinor, currency, formats),
    customers: customers === null ? null : formats.count(customers, "customer"),
    share: total === 0 ? 0 : Math.round((100 * amountMinor) / total),
  }));
}
