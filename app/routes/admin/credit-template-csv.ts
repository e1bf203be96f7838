import type { LoaderFunctionArgs } from "@remix-run/node";
import { csvLine } from "#app/core/csv.ts";
import { CREDIT_FILE_COLUMNS } from "#app/domain/store-credit/credit-file.ts";
import { csvResponse } from "./csv-response.ts";
import { openAdmin } from "./open-admin.ts";

/** A file of adjustments to begin with: the heading, and two lines that show how the others are written. */
export async function loader({ request, context: loadContext }: LoaderFunctionArgs) {
  const { context } = await openAdmin({ request, context: loadContext });
  const { currency } = context.shop;
  return csvResponse("store-credit-template.csv", [
    csvLine(CREDIT_FILE_COLUMNS),
    csvLine(["1001", "ada@example.com", 10, "manual admin adjustment", "A thank-you", currency]),
    csvLine(["1002", "", -5, "reconciled", "Counted twice", currency]),
  ]);
}
