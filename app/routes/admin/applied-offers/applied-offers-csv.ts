import type { LoaderFunctionArgs } from "@remix-run/node";
import type {
  AppliedOfferFilter,
  ListPlace,
} from "#app/domain/churn/reports/list-applied-offers-for-merchant.ts";
import { listAppliedOffersForMerchant } from "#app/domain/churn/reports/list-applied-offers-for-merchant.ts";
import type { ShopContext } from "#app/domain/context.ts";
import { csvLine } from "#app/lib/csv.ts";
import { csvResponse } from "../csv-response.ts";
import { openAdmin } from "../open-admin.ts";
import { CSV_HEADER, toCsvCells } from "./applied-offer-csv.ts";
import { readAppliedOfferQuery, toFilter } from "./applied-offer-query.ts";

const BATCH = 500;

/** The filtered list as a file, newest first. */
export async function loader({ request, context: loadContext }: LoaderFunctionArgs) {
  const { context } = await openAdmin({ request, context: loadContext });
  const query = readAppliedOfferQuery(new URL(request.url).searchParams);
  const lines = csvLines(context, toFilter(query, context.shop.ianaTimezone));
  return csvResponse("applied-offers.csv", lines);
}

async function* csvLines(context: ShopContext, filter: AppliedOfferFilter): AsyncGenerator<string> {
  yield csvLine(CSV_HEADER);
  let place: ListPlace | null = "newest";
  while (place) {
    const page = await listAppliedOffersForMerchant(context, filter, place, BATCH);
    yield page.lines.map((line) => csvLine(toCsvCells(line, context.shop))).join("");
    place = page.olderThan === null ? null : { olderThan: page.olderThan };
  }
}
