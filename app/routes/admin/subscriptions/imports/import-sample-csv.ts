import type { LoaderFunctionArgs } from "@remix-run/node";
import {
  IMPORT_COLUMNS,
  type ImportColumn,
} from "#app/domain/contract-imports/lines/import-columns.ts";
import { csvLine } from "#app/lib/csv.ts";
import { addDays, formatDate } from "#app/lib/zoned-time.ts";
import { csvResponse } from "../../csv-response.ts";
import { openAdmin } from "../../open-admin.ts";

/** A sample of an import: the heading and two example lines, one of them of goods, whose people do not exist. */
export async function loader({ request, context: loadContext }: LoaderFunctionArgs) {
  const { context } = await openAdmin({ request, context: loadContext });
  const { currency, ianaTimezone } = context.shop;
  const day = (days: number) =>
    formatDate(addDays(context.clock.now(), days, ianaTimezone), ianaTimezone);
  const membership: Partial<Record<ImportColumn, string>> = {
    external_id: "old-1001",
    status: "active",
    email: "ada@example.com",
    plan: "Gold Club monthly",
    variant: "40000000000001",
    quantity: "1",
    price: "15",
    currency,
    next_date: day(14),
    start_date: day(-400),
  };
  const goods: Partial<Record<ImportColumn, string>> = {
    ...membership,
    external_id: "old-1002",
    email: "grace@example.com",
    plan: "Every 4 weeks",
    variant: "40000000000002",
    quantity: "2",
    interval: "week",
    interval_count: "4",
    delivery_price: "5",
    delivery_option: "Standard",
    first_name: "Grace",
    last_name: "Example",
    address1: "1 Market Street",
    city: "Springfield",
    zip: "10115",
    country_code: "DE",
  };
  return csvResponse("subscriptions-to-import.csv", [
    csvLine(IMPORT_COLUMNS),
    ...[membership, goods].map((line) => csvLine(IMPORT_COLUMNS.map((name) => line[name] ?? ""))),
  ]);
}
