import type { PlatformOrderFacts } from "#app/platform/platform-order.ts";
import { Unreadable } from "#app/platform/platform-unreadable.ts";
import type { ShopContext } from "../context.ts";
import type { PastImportPlan } from "../past-imports/past-import.ts";
import { importOrdersJob } from "../past-imports/past-import-jobs.ts";
import { runPastImport } from "../past-imports/run-past-import.ts";
import { compareOrders } from "./compare-orders.ts";
import { thingOfOrder } from "./order-jobs.ts";
import { storePastOrders } from "./store-past-orders.ts";

/** Each order is stored as one that a webhook led to. */
const plan: PastImportPlan<PlatformOrderFacts> = {
  subject: "orders",
  job: importOrdersJob,
  start: (platform) => platform.startOrderExport(),
  read: (platform, url, skip) => platform.readOrderExport(url, skip),
  thingOf: (shopId, order) =>
    order instanceof Unreadable
      ? thingOfOrder(shopId, Number(order.id), order.label)
      : thingOfOrder(shopId, order.orderId, order.name),
  store: storePastOrders,
  // Then orders are read one by one, without the hidden field.
  storeWithoutRun: async (context) => {
    await compareOrders(context, null);
  },
};

/** One step of the import of the orders from before the installation. */
export function importOrders(context: ShopContext): Promise<void> {
  return runPastImport(context, plan);
}
