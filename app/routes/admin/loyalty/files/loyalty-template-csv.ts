import type { LoaderFunctionArgs } from "@remix-run/node";
import { LOYALTY_FILE_COLUMNS } from "#app/domain/loyalty/files/loyalty-file.ts";
import { readLadders } from "#app/domain/loyalty/tiers/read-ladders.ts";
import { csvLine } from "#app/lib/csv.ts";
import { csvResponse } from "../../csv-response.ts";
import { openAdmin } from "../../open-admin.ts";

/** A template for a file of balances and tiers: the header row and two example lines, whose addresses belong to nobody. */
export async function loader({ request, context: loadContext }: LoaderFunctionArgs) {
  const { context } = await openAdmin({ request, context: loadContext });
  const ladder = (await readLadders(context.db.prisma, context.shop.id)).at(-1);
  const tier = ladder?.tiers[0]?.name ?? "";
  return csvResponse("loyalty-import-template.csv", [
    csvLine(LOYALTY_FILE_COLUMNS),
    csvLine(["", "ada@example.com", 250, tier, "", "Balance from before"]),
    csvLine(["", "grace@example.com", 40, "", "", ""]),
  ]);
}
