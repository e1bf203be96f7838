import type { LoaderFunctionArgs } from "@remix-run/node";
import type { ShopContext } from "#app/domain/context.ts";
import {
  getLoyaltyFile,
  listLoyaltyFileLines,
} from "#app/domain/loyalty/files/read-loyalty-files.ts";
import { csvLine } from "#app/lib/csv.ts";
import { formatsOf } from "#app/ui/format.ts";
import { csvResponse } from "../../csv-response.ts";
import { addressId } from "../../input/read-id.ts";
import { openAdmin } from "../../open-admin.ts";
import { orNotFound } from "../../or-not-found.ts";
import { showLoyaltyFileLine } from "./loyalty-file-view.ts";

const BATCH = 500;
/** A file is data: it is written the same for everybody. */
const DATA_FORMATS = formatsOf(null);

/** The columns of the file itself, and the outcome of each line. */
const HEADER = [
  ...["customer", "email", "points", "tier", "expires", "reason"],
  ...["line", "result", "notes"],
];

/** Every line of a file with its problems or its outcome. */
export async function loader({ request, params, context: loadContext }: LoaderFunctionArgs) {
  const { context } = await openAdmin({ request, context: loadContext });
  const { file } = await orNotFound(() => getLoyaltyFile(context, addressId(params.fileId)));
  return csvResponse(`loyalty-file-${file.id}.csv`, csvLines(context, file.id));
}

async function* csvLines(context: ShopContext, fileId: bigint): AsyncGenerator<string> {
  yield csvLine(HEADER);
  for (let afterPosition = 0; ; ) {
    const page = { only: "all", afterPosition, limit: BATCH } as const;
    const lines = await listLoyaltyFileLines(context, fileId, page);
    const last = lines.at(-1);
    if (!last) return;
    yield lines
      .map((line) => {
        const { word, notes } = showLoyaltyFileLine(line, DATA_FORMATS);
        const { customer, email, written, tier, expires, reason } = line;
        const own = [customer, email, written, tier, expires, reason];
        return csvLine([...own, line.line, word, notes.join(" ")]);
      })
      .join("");
    afterPosition = last.position;
  }
}
