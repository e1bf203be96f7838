import type { FileExport } from "#app/domain/data-export/files/file-source.ts";
import type { ExportFormat } from "#app/domain/data-export/files/formats/export-format.ts";

/** What each export is called, and what a row of it is. */
export const EXPORT_WORDS: Readonly<Record<FileExport, { title: string; rowIs: string }>> = {
  orders: { title: "Orders", rowIs: "A row for each order, classified once." },
  customers: {
    title: "Customers",
    rowIs: "A row for each customer, with membership, orders and credit.",
  },
  members: { title: "Members", rowIs: "A row for everyone who ever had a membership." },
  subscriptions: { title: "Subscriptions", rowIs: "A row for each contract." },
  "cancellation-reasons": {
    title: "Cancellation reasons",
    rowIs: "A row for each canceled contract, with its reason.",
  },
  "store-credits": { title: "Store credit", rowIs: "A row for each movement of money." },
  "credits-history": {
    title: "Credit history",
    rowIs: "A row for each movement of money or points, with live holds.",
  },
};

export const FORMAT_WORDS: Readonly<Record<ExportFormat, string>> = {
  csv: "CSV, for spreadsheets",
  jsonl: "JSON Lines",
  parquet: "Parquet, for warehouses",
};

const FORMAT_NAMES: Readonly<Record<ExportFormat, string>> = {
  csv: "CSV",
  jsonl: "JSON Lines",
  parquet: "Parquet",
};

export const formatName = (format: ExportFormat): string => FORMAT_NAMES[format];

/** What a filter is called; its name is the field's. */
export const FILTER_WORDS: Readonly<Record<string, string>> = {
  checkout_type: "Checkout type",
  order_tag: "Order tag",
  membership_type: "Membership",
  current_status: "Status",
  status: "Status",
  used_in: "Used in",
  unit: "Unit",
};
