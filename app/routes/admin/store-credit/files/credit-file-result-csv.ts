import type { LoaderFunctionArgs } from "@remix-run/node";
import type { ShopContext } from "#app/domain/context.ts";
import {
  getCreditFile,
  type StoredCreditFile,
} from "#app/domain/store-credit/files/get-credit-file.ts";
import {
  listCreditFileLines,
  type StoredCreditFileLine,
} from "#app/domain/store-credit/files/list-credit-file-lines.ts";
import { type CsvCell, csvLine } from "#app/lib/csv.ts";
import { formatMinor } from "#app/lib/money.ts";
import { formatsOf } from "#app/ui/format.ts";
import { csvResponse } from "../../csv-response.ts";
import { addressId } from "../../input/read-id.ts";
import { openAdmin } from "../../open-admin.ts";
import { orNotFound } from "../../or-not-found.ts";
import { showCreditFileLine } from "./credit-file-view.ts";

const BATCH = 500;
/** A file is data: it is written the same for everybody. */
const DATA_FORMATS = formatsOf(null);

/** The columns of the file itself, and the outcome of each line. */
const HEADER = [
  "customer",
  "email",
  "amount",
  "type",
  "reason",
  "currency",
  "expires",
  "line",
  "result",
  "applied_amount",
  "entry_id",
  "notes",
] as const;

/** Every line of a file with its problems or its outcome. */
export async function loader({ request, params, context: loadContext }: LoaderFunctionArgs) {
  const { context } = await openAdmin({ request, context: loadContext });
  const { file } = await orNotFound(() => getCreditFile(context, addressId(params.fileId)));
  return csvResponse(`store-credit-file-${file.id}.csv`, csvLines(context, file));
}

async function* csvLines(context: ShopContext, file: StoredCreditFile): AsyncGenerator<string> {
  yield csvLine(HEADER);
  for (let afterPosition = 0; ; ) {
    const page = { only: "all", afterPosition, limit: BATCH } as const;
    const lines = await listCreditFileLines(context, file.id, page);
    const last = lines.at(-1);
    if (!last) return;
    yield lines.map((line) => csvLine(toCells(line, file.currency))).join("");
    afterPosition = last.position;
  }
}

function toCells(line: StoredCreditFileLine, currency: string): CsvCell[] {
  const { word, notes } = showCreditFileLine(line, currency, DATA_FORMATS);
  const { appliedMinor, entryId } = line;
  return [
    line.customer,
    line.email,
    line.amount,
    line.type,
    line.reason,
    line.currency,
    line.expires,
    line.line,
    word,
    appliedMinor === null ? null : Number(formatMinor(Number(appliedMinor), currency)),
    entryId === null ? null : String(entryId),
    notes.join(" "),
  ];
}
