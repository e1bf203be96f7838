import type { ShopContext } from "../../context.ts";
import { jsonRow } from "../json-row.ts";
import type { ExportField } from "./export-field.ts";

export type ExportName =
  | "orders"
  | "customers"
  | "members"
  | "subscriptions"
  | "cancellation-reasons"
  | "store-credits";

/** One export of the Data API (contract, section 2.3): what its rows hold, and which facts have one. */
export interface ExportModule {
  readonly name: ExportName;
  /** In the order of the contract. */
  readonly fields: Readonly<Record<string, ExportField>>;
  /** A field that stores name themselves, or do not have. */
  readonly ownField?: {
    /** SQL for `"name":value`; null where the store has none. */
    readonly member: string;
    /** What it holds and where that comes from, for the API's documents. */
    readonly from: string;
    /** A value, for the same documents. */
    readonly example: string;
    /** Its name in a store; null where the store has none. */
    readName(reader: Pick<ShopContext, "db" | "shop">): Promise<string | null>;
  };
  /** SQL for the ids of the facts that may have a row, after the id $2 and at most $3 of them, ascending. */
  readonly sources: string;
  /** SQL for the own date of a row; null for an export whose rows have none. */
  readonly rowOn: string | null;
  /** SQL for the id of the fact. */
  readonly sourceId: string;
  /** SQL for the facts with a row, after FROM: those of the store $1 whose ids are in $2. The currency of the store is $4. */
  readonly facts: string;
}

/**
 * SQL for the rows of some facts: `source_id`, `row_on`, `document`. Parameters: store, ids, zone, currency. A fact
 * without a row is left out.
 */
export function rowsOf({ fields, ownField, rowOn, sourceId, facts }: ExportModule): string {
  const members = Object.entries(fields).map(([name, { member }]) => [name, member] as const);
  if (ownField) members.push(["own", () => ownField.member]);
  return `SELECT ${sourceId} AS source_id, ${rowOn ? `(${rowOn} AT TIME ZONE $3)::date` : "NULL::date"} AS row_on,
    ${jsonRow(Object.fromEntries(members))} AS document
  FROM ${facts}`;
}
