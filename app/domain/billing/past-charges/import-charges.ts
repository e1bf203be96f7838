import type { PastCharge } from "#app/platform/platform-billing.ts";
import type { ShopContext } from "../../context.ts";
import type { PastImportPlan } from "../../past-imports/past-import.ts";
import { importChargesJob } from "../../past-imports/past-import-jobs.ts";
import { runPastImport } from "../../past-imports/run-past-import.ts";
import { storePastCharges } from "./store-past-charges.ts";

const plan: PastImportPlan<PastCharge> = {
  subject: "charges",
  job: importChargesJob,
  start: (platform) => platform.startChargeExport(),
  read: (platform, url, skip) => platform.readChargeExport(url, skip),
  store: storePastCharges,
};

/** One step of the import of the billing attempts from before the installation. */
export function importCharges(context: ShopContext): Promise<void> {
  return runPastImport(context, plan);
}
