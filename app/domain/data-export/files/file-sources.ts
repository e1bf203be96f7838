import { EXPORT_MODULES } from "../modules/export-modules.ts";
import { creditsHistorySource } from "./credits-history-source.ts";
import type { FileExport, FileSource } from "./file-source.ts";
import { keptRows } from "./kept-rows-source.ts";

const { orders, customers, members, subscriptions } = EXPORT_MODULES;

/** Every export that a file can hold. */
export const FILE_SOURCES: Readonly<Record<FileExport, FileSource>> = {
  orders: keptRows(orders),
  customers: keptRows(customers),
  members: keptRows(members),
  subscriptions: keptRows(subscriptions),
  "cancellation-reasons": keptRows(EXPORT_MODULES["cancellation-reasons"]),
  "store-credits": keptRows(EXPORT_MODULES["store-credits"]),
  "credits-history": creditsHistorySource,
};

/** By which fields a file of an export can be narrowed, and which values they have (contract, section 2.3). */
export const FILE_FILTERS: Readonly<
  Record<FileExport, Readonly<Record<string, readonly string[]>>>
> = {
  orders: {
    checkout_type: ["VIP", "Product Subscription", "PAYG"],
    order_tag: ["New-vip", "New-SubsProd", "recharge", "SubsProd-Recharge", "trial fee"],
  },
  customers: {
    membership_type: ["VIP", "Product Subscription", "PAYG"],
    current_status: ["ACTIVE", "PAUSED", "CANCELLED"],
  },
  members: {},
  subscriptions: { status: ["ACTIVE", "PAUSED", "CANCELLED"] },
  "cancellation-reasons": {},
  "store-credits": { used_in: ["checkout", "renewal"] },
  "credits-history": { unit: ["money", "points"] },
};

export const FILE_EXPORTS = Object.keys(FILE_SOURCES) as FileExport[];
