import type { PastCharge } from "#app/platform/platform-billing.ts";
import { Unreadable } from "#app/platform/platform-unreadable.ts";
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
  thingOf: (_shopId, charge) => ({
    kind: "charge",
    key: charge instanceof Unreadable ? charge.id : String(charge.attemptId),
    label: null,
    // Nothing follows from a charge of the past, so nothing brings it in by itself.
    again: null,
  }),
  store: storePastCharges,
};

/** One step of the import of the billing attempts from before the installation. */
export function importCharges(context: ShopContext): Promise<void> {
  return runPastImport(context, plan);
}
