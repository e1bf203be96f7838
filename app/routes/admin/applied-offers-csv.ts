import { Readable } from "node:stream";
import { createReadableStreamFromReadable, type LoaderFunctionArgs } from "@remix-run/node";
import { csvLine } from "#app/core/csv.ts";
import type {
  AppliedOfferFilter,
  ListPlace,
} from "#app/domain/churn/list-applied-offers-for-merchant.ts";
import { listAppliedOffersForMerchant } from "#app/domain/churn/list-applied-offers-for-merchant.ts";
import type { ShopContext } from "#app/domain/context.ts";
import { CSV_HEADER, toCsvCells } from "./applied-offers/applied-offer-csv.ts";
import { readAppliedOfferQuery, toFilter } from "./applied-offers/applied-offer-query.ts";
import { openAdmin } from "./open-admin.ts";

const BATCH = 500;
/** Without it, spreadsheets read the file in the machine's own encoding. */
const BYTE_ORDER_MARK = "\ufeff";

/** The filtered list as a file, newest first, sent as it is read: its length does not matter. */
export async function loader({ request, context: loadContext }: LoaderFunctionArgs) {
  const { context } = await openAdmin({ request, context: loadContext });
  const query = readAppliedOfferQuery(new URL(request.url).searchParams);
  const lines = csvLines(context, toFilter(query, context.shop.ianaTimezone));
  const body = createReadableStreamFromReadable(Readable.from(lines, { objectMode: false }));
  return new Response(body, {
    headers: {
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": 'attachment; filename="applied-offers.csv"',
      "cache-control": "no-store",
    },
  });
}

async function* csvLines(context: ShopContext, filter: AppliedOfferFilter): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine(CSV_HEADER);
  let place: ListPlace | null = "newest";
  while (place) {
    const page = await listAppliedOffersForMerchant(context, filter, place, BATCH);
    yield page.lines.map((line) => csvLine(toCsvCells(line, context.shop))).join("");
    place = page.olderThan === null ? null : { olderThan: page.olderThan };
  }
}
