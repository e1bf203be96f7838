import { type LoadDatabase, quoteName } from "../databases/load-database.ts";
import { EXPORT_NAMES } from "../exports.ts";
import { incomingTableOf } from "./export-table.ts";
import { readClaim, withdrawClaim } from "./load-state.ts";
import { isAbandoned } from "./replacement-claim.ts";

/** Removes the tables into which loads that were killed had read. One that is under way keeps its own. */
export async function removeLeftovers(db: LoadDatabase): Promise<void> {
  for (const name of EXPORT_NAMES) {
    const table = incomingTableOf(name);
    if ((await db.columnsOf(table)).length === 0) continue;
    const claim = await readClaim(db, name);
    if (claim !== null && !isAbandoned(claim)) continue;
    await db.transaction(async () => {
      // A load that has begun meanwhile makes this table again.
      if (!(await withdrawClaim(db, name, claim))) return;
      await db.run(`DROP TABLE IF EXISTS ${quoteName(table)}`);
    });
  }
}
