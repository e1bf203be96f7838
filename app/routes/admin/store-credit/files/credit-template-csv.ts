import type { LoaderFunctionArgs } from "@remix-run/node";
import { CREDIT_FILE_COLUMNS } from "#app/domain/store-credit/files/credit-file-columns.ts";
import { csvLine } from "#app/lib/csv.ts";
import { formatDate } from "#app/lib/zoned-time.ts";
import { csvResponse } from "../../csv-response.ts";
import { openAdmin } from "../../open-admin.ts";

const DAYS_SHOWN = 365;

/**
 * A template for a file of adjustments: the header row and two example lines, whose addresses belong to nobody.
 */
export async function loader({ request, context: loadContext }: LoaderFunctionArgs) {
  const { context } = await openAdmin({ request, context: loadContext });
  const { currency, ianaTimezone } = context.shop;
  const lastDay = new Date(context.clock.now().getTime() + DAYS_SHOWN * 86_400_000);
  const example = ["", "ada@example.com", 10, "manual admin adjustment", "A thank-you"];
  return csvResponse("store-credit-template.csv", [
    csvLine(CREDIT_FILE_COLUMNS),
    csvLine([...example, currency, formatDate(lastDay, ianaTimezone)]),
    csvLine(["", "grace@example.com", -5, "reconciled", "Counted twice", currency, ""]),
  ]);
}
