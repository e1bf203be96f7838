import type { LoaderFunctionArgs } from "@remix-run/node";
import { listCreditPeriods } from "#app/domain/ledger/reports/credit-periods.ts";
import {
  type LiabilityPeriod,
  readCreditLiability,
} from "#app/domain/ledger/reports/read-credit-liability.ts";
import { csvLine } from "#app/lib/csv.ts";
import { formatMinor } from "#app/lib/money.ts";
import { csvResponse } from "../../csv-response.ts";
import { readReportQuery } from "../../ledger-report/report-query.ts";
import { openAdmin } from "../../open-admin.ts";
import { creditTypeName } from "../credit-words.ts";
import { USUAL_SPAN } from "./credit-report-view.ts";

/** Other systems read the columns by name: names stay, new columns come last. */
const HEADER = [
  "period",
  "outstanding_at_end",
  "currency",
  "type_code",
  "type",
  "entries",
  "given",
  "taken",
  "net",
] as const;

/** The report as a file: one line for each period and type, and one for a period in which nothing moved. */
export async function loader({ request, context: loadContext }: LoaderFunctionArgs) {
  const { context } = await openAdmin({ request, context: loadContext });
  const { clock, shop } = context;
  const { span, step } = readReportQuery(new URL(request.url).searchParams, USUAL_SPAN);
  const periods = listCreditPeriods(clock.now(), span, step, shop.ianaTimezone);
  const liability = await readCreditLiability(context, periods, "money");
  const lines = liability.periods.flatMap((period) => linesOf(period, shop.currency));
  return csvResponse("store-credit-liability.csv", [csvLine(HEADER), ...lines]);
}

function linesOf({ name, outstandingMinor, types }: LiabilityPeriod, currency: string): string[] {
  const money = (minor: number) => formatMinor(minor, currency);
  const start = [name, money(outstandingMinor), currency];
  if (types.length === 0) return [plainLine([...start, "", "", "0", money(0), money(0), money(0)])];
  return types.map(({ typeCode, entries, givenMinor, takenMinor }) =>
    plainLine([
      ...start,
      String(typeCode),
      creditTypeName(typeCode),
      String(entries),
      money(givenMinor),
      money(takenMinor),
      money(givenMinor + takenMinor),
    ]),
  );
}

/** Only for our own words and numbers: a negative amount is not a formula and stays a number. */
function plainLine(cells: readonly string[]): string {
  return `${cells.join(",")}\r\n`;
}
