/**
 * The columns of an import, and the other titles by which they are understood: as other subscription apps call them in
 * their exports. A title's case, and whether it has spaces, hyphens or underscores, does not count.
 */
const NAMES = {
  external_id: ["subscription_id", "contract_id", "id"],
  status: ["subscription_status", "contract_status"],
  customer: ["customer_id", "shopify_customer_id", "platform_customer_id", "cid"],
  email: ["customer_email", "e_mail"],
  plan: ["plan_name", "selling_plan", "plan_id", "selling_plan_id"],
  variant: ["variant_id", "product_variant_id", "shopify_variant_id", "external_variant_id"],
  quantity: ["qty"],
  price: ["unit_price", "recurring_price"],
  currency: ["currency_code"],
  interval: ["interval_unit", "billing_interval", "order_interval_unit"],
  interval_count: [
    "billing_interval_count",
    "charge_interval_frequency",
    "order_interval_frequency",
  ],
  delivery_interval: ["delivery_interval_unit"],
  delivery_interval_count: ["delivery_interval_frequency"],
  next_date: [
    "next_billing_date",
    "next_charge_date",
    "next_charge_scheduled_at",
    "next_order_date",
  ],
  start_date: ["original_start_date", "started_at", "created_at"],
  payment_method: ["payment_method_id", "customer_payment_method_id"],
  delivery_price: ["shipping_price"],
  delivery_option: ["shipping_option", "shipping_line_title"],
  first_name: ["shipping_first_name"],
  last_name: ["shipping_last_name"],
  company: ["shipping_company"],
  address1: ["shipping_address1", "shipping_address_1", "address_1"],
  address2: ["shipping_address2", "shipping_address_2", "address_2"],
  city: ["shipping_city"],
  zip: ["shipping_zip", "postal_code"],
  province_code: ["shipping_province_code", "state_code"],
  country_code: ["shipping_country_code"],
  phone: ["shipping_phone"],
} as const;

export type ImportColumn = keyof typeof NAMES;

/** What the sample offers, in this order. */
export const IMPORT_COLUMNS = Object.keys(NAMES) as ImportColumn[];

/** Without these no line means anything; the customer is named by number or by e-mail. */
const REQUIRED = ["external_id", "plan", "variant", "price", "next_date", "start_date"] as const;

/** Where the columns of a file stand, counted from 0. */
export type ColumnPlaces = Partial<Record<ImportColumn, number>>;

/** Finds the columns by their titles. */
export function findColumns(titles: readonly string[]): {
  places: ColumnPlaces;
  /** Titles that mean nothing here. */
  unread: string[];
  /** Why the file cannot be read by them, in a sentence; null when it can. */
  problem: string | null;
} {
  const places: ColumnPlaces = {};
  const unread: string[] = [];
  let doubled: ImportColumn | null = null;
  const names = titles.map((title) => title.toLowerCase().replaceAll(/[\s-]+/g, "_"));
  // One app's export has how often it charges and how often it delivers side by side, in the same unit.
  const hasBoth = names.includes("charge_interval_frequency");
  for (const [place, title] of titles.entries()) {
    const name = names[place] ?? "";
    const isDelivery = hasBoth && name === "order_interval_frequency";
    // Of a name or a company, the customer's may stand beside the one that goods are shipped to.
    const isOther = names.includes(`shipping_${name}`);
    const column = isDelivery ? "delivery_interval_count" : BY_TITLE.get(name);
    if (!column || isOther) {
      if (title !== "") unread.push(title);
    } else if (places[column] === undefined) places[column] = place;
    else doubled = column;
  }
  return { places, unread, problem: problemOf(places, doubled) };
}

const BY_TITLE: ReadonlyMap<string, ImportColumn> = new Map(
  IMPORT_COLUMNS.flatMap((column) =>
    [column, ...NAMES[column]].map((title) => [title, column] as const),
  ),
);

function problemOf(places: ColumnPlaces, doubled: ImportColumn | null): string | null {
  if (doubled) return `Two columns of the file mean “${doubled}”. Leave one of them out.`;
  const missing = REQUIRED.filter((column) => places[column] === undefined).map(
    (column) => `“${column}”`,
  );
  if (places.customer === undefined && places.email === undefined) {
    missing.push("“customer” or “email”");
  }
  if (missing.length === 0) return null;
  const list = new Intl.ListFormat("en").format(missing);
  return `The file has no column ${list}. Name its columns as the sample does.`;
}
