import type { LoaderFunctionArgs } from "@remix-run/node";
import { listCreditPeriods } from "#app/domain/ledger/reports/credit-periods.ts";
import { readCreditLiability } from "#app/domain/ledger/reports/read-credit-liability.ts";
import { csvLine } from "#app/lib/csv.ts";
import { csvResponse } from "../../csv-response.ts";
import { readReportQuery } from "../../ledger-report/report-query.ts";
import { openAdmin } from "../../open-admin.ts";
import { sumPointsFlows, USUAL_SPAN } from "./points-report-view.ts";

/** Other systems read the columns by name: names stay, new columns come last. */
const HEADER = [
  "period",
  "opening",
  "earned",
  "adjusted",
  "redeemed",
  "expired",
  "taken_back",
  "debts",
  "closing",
] as const;

/** The report as a file: one line a period, whose movements added to its opening are its closing. */
export async function loader({ request, context: loadContext }: LoaderFunctionArgs) {
  const { context } = await openAdmin({ request, context: loadContext });
  const { clock, shop } = context;
  const { span, step } = readReportQuery(new URL(request.url).searchParams, USUAL_SPAN);
  const periods = listCreditPeriods(clock.now(), span, step, shop.ianaTimezone);
  const liability = await readCreditLiability(context, periods, "points");
  const lines = liability.periods.map((period) => {
    const { given, adjusted, used, ended, taken, debts } = sumPointsFlows(period);
    const { openingMinor, outstandingMinor } = period;
    const numbers = [openingMinor, given, adjusted, used, ended, taken, debts, outstandingMinor];
    // Only our own numbers: a negative one is not a formula and stays a number.
    return `${[period.name, ...numbers].join(",")}\r\n`;
  });
  return csvResponse("points-liability.csv", [csvLine(HEADER), ...lines]);
}
