import { measureAdmin } from "#tests/bench/admin.ts";
import { measureAdmit } from "#tests/bench/admit.ts";
import type { BenchRow } from "#tests/bench/bench-row.ts";
import { measureCost } from "#tests/bench/cost/measure-cost.ts";
import { measureCreditHot, measureCreditMany } from "#tests/bench/credit.ts";
import { measureDryRun } from "#tests/bench/dry-run.ts";
import { measureExports } from "#tests/bench/exports.ts";
import { measureGrantBulk } from "#tests/bench/grant-bulk.ts";
import { measureIngest } from "#tests/bench/ingest.ts";
import { measureHistoryGrowth, measureScreensBig } from "#tests/bench/ledger-reads.ts";
import { measureList } from "#tests/bench/list.ts";
import { measureLoyalty, measureLoyaltyRead } from "#tests/bench/loyalty.ts";
import { measureNeighbor } from "#tests/bench/neighbor.ts";
import { measureOrderExports } from "#tests/bench/order-exports.ts";
import { measureStall } from "#tests/bench/stall.ts";
import { measureStart } from "#tests/bench/start.ts";
import { measureWidget } from "#tests/bench/widget.ts";
import { runCommand } from "./process/run-command.ts";
import { UserFacingError } from "./process/user-facing-error.ts";

const MEASURES: Readonly<Record<string, () => Promise<BenchRow[]>>> = {
  admit: measureAdmit,
  cost: measureCost,
  ingest: measureIngest,
  list: measureList,
  "credit-many": measureCreditMany,
  "credit-hot": measureCreditHot,
  "history-growth": measureHistoryGrowth,
  "screens-big": measureScreensBig,
  "grant-bulk": measureGrantBulk,
  exports: measureExports,
  "order-exports": measureOrderExports,
  "dry-run": measureDryRun,
  loyalty: measureLoyalty,
  "loyalty-read": measureLoyaltyRead,
  neighbor: measureNeighbor,
  stall: measureStall,
  widget: measureWidget,
  admin: measureAdmin,
  start: measureStart,
};

await runCommand(async () => {
  const asked = process.argv.slice(2);
  const names = asked.length > 0 ? asked : Object.keys(MEASURES);
  const unknown = names.find((name) => !(name in MEASURES));
  if (unknown) {
    throw new UserFacingError(
      `There is no measure “${unknown}”. Measures: ${Object.keys(MEASURES).join(", ")}.`,
    );
  }
  const rows: BenchRow[] = [];
  for (const name of names) {
    process.stderr.write(`Measuring ${name} …\n`);
    rows.push(...((await MEASURES[name]?.()) ?? []));
  }
  printTable(rows);
});

function printTable(rows: readonly BenchRow[]): void {
  const cells = [
    ["name", "ours", "baseline", "ratio", "target", ""],
    ...rows.map((row) => [
      row.name,
      row.ours,
      row.baseline,
      row.ratio,
      row.target,
      row.met ? "met" : "MISSED",
    ]),
  ];
  const widths = cells[0]?.map((_, column) =>
    Math.max(...cells.map((line) => line[column]?.length ?? 0)),
  );
  for (const line of cells) {
    console.log(
      line
        .map((cell, column) => cell.padEnd(widths?.[column] ?? 0))
        .join("  ")
        .trimEnd(),
    );
  }
}
