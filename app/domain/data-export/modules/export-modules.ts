import { cancellationReasons } from "./cancellation-reasons.ts";
import { customers } from "./customers.ts";
import type { ExportModule, ExportName } from "./export-module.ts";
import { members } from "./members.ts";
import { orders } from "./orders.ts";
import { storeCredits } from "./store-credits.ts";
import { subscriptions } from "./subscriptions.ts";

/** Every export whose rows are kept ready. */
export const EXPORT_MODULES: Readonly<Record<ExportName, ExportModule>> = {
  orders,
  customers,
  members,
  subscriptions,
  "cancellation-reasons": cancellationReasons,
  "store-credits": storeCredits,
};

export const EXPORT_NAMES = Object.keys(EXPORT_MODULES) as ExportName[];
