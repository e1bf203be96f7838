import { buildExports } from "#app/domain/data-export/rows/build-exports.ts";
import { listExports } from "#app/domain/data-export/rows/list-exports.ts";
import { machineClock } from "#app/lib/clock.ts";
import { openDatabase } from "#app/lib/db.ts";
import { connectDatabase } from "./database/connect-database.ts";
import { EXPORTS_USAGE, parseExportsCommand } from "./exports/exports-command.ts";
import { databaseAddress } from "./keys/database-address.ts";
import { findShop } from "./keys/find-shop.ts";
import { runCommand } from "./process/run-command.ts";

await runCommand(async () => {
  const command = parseExportsCommand(process.argv.slice(2));
  if (!command) {
    console.log(EXPORTS_USAGE);
    return;
  }
  const url = databaseAddress();
  // Says in one line what is wrong with the server, which the pool would not.
  await (await connectDatabase(url)).end();
  const db = openDatabase(url, 2);
  try {
    const shop = await findShop(db, command.shop);
    if (command.action !== "status") {
      const again = command.action === "rebuild";
      await buildExports({ db, shop, clock: machineClock }, printProgress(), { again });
    }
    for (const one of await listExports({ db, shop })) {
      const building = one.isBuilding ? "\tis being built" : "";
      console.log(`${one.name}\t${one.rows} rows\t${one.zone ?? "not built yet"}${building}`);
    }
  } finally {
    await db.close();
  }
});

/** A line every second, and one for each export that is done. */
function printProgress() {
  let last = 0;
  return ({ export: name, rows, isDone }: { export: string; rows: number; isDone: boolean }) => {
    const now = performance.now();
    if (!isDone && now - last < 1_000) return;
    last = now;
    console.error(`${name}: ${rows} rows${isDone ? ", done" : " …"}`);
  };
}
