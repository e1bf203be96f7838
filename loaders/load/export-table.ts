import {
  type Column,
  type LoadDatabase,
  quoteName,
  type SqlValue,
} from "../databases/load-database.ts";
import { type AnyRow, EXPORTS, type ExportName } from "../exports.ts";
import { ExportError } from "../load-error.ts";

/** Where a row stood: the cursor of its page and its position there. Together they are the key of every table. */
export const PAGE_CURSOR = "_page_cursor";
const POSITION = "_position";

const PLACE: readonly Column[] = [
  { name: PAGE_CURSOR, type: "integer" },
  { name: POSITION, type: "integer" },
];

/** The longest name that PostgreSQL keeps. */
const MAX_NAME_LENGTH = 63;

/** `perennial_store_credits` for store-credits. */
export function tableOf(name: ExportName): string {
  return `perennial_${name.replaceAll("-", "_")}`;
}

/** The table that a load which replaces rows reads into. */
export function incomingTableOf(name: ExportName): string {
  return `${tableOf(name)}_incoming`;
}

/** The columns of an export's table, those of the place first. */
export function columnsOfExport(name: ExportName): Column[] {
  const fields = Object.entries(EXPORTS[name].columns);
  return [...PLACE, ...fields.map(([field, type]): Column => ({ name: field, type }))];
}

/** The columns for fields of these rows that have none yet: they hold texts. */
export function newColumnsIn(rows: readonly AnyRow[], columns: readonly Column[]): Column[] {
  const known = new Set(columns.map(({ name }) => name));
  const found: Column[] = [];
  for (const row of rows) {
    for (const field of Object.keys(row)) {
      const name = columnOfField(field);
      if (known.has(name)) continue;
      known.add(name);
      found.push({ name, type: "text" });
    }
  }
  return found;
}

/**
 * Rows as the values of columns, beginning with their place. A field that a row lacks is null.
 *
 * @throws ExportError when a value is not what the contract says.
 */
export function toValues(
  rows: readonly AnyRow[],
  cursor: number,
  columns: readonly Column[],
): SqlValue[][] {
  const fieldOf = new Map(
    rows.flatMap(Object.keys).map((field): [string, string] => [columnOfField(field), field]),
  );
  const fields = columns.slice(PLACE.length).map(({ name, type }) => {
    return { field: fieldOf.get(name) ?? name, type };
  });
  return rows.map((row, position) => [
    cursor,
    position,
    ...fields.map(({ field, type }) => toValue(field, row[field], type)),
  ]);
}

/** Makes a table that is not there, and adds the columns that it lacks. Both may be repeated. */
export async function ensureTable(
  db: LoadDatabase,
  table: string,
  columns: readonly Column[],
): Promise<void> {
  const present = await db.columnsOf(table);
  if (present.length === 0) {
    const key = `PRIMARY KEY (${PAGE_CURSOR}, ${POSITION})`;
    const definitions = [...columns.map(definitionOf), key].join(", ");
    await db.run(`CREATE TABLE ${quoteName(table)} (${definitions})`);
    return;
  }
  for (const column of columns) {
    if (present.includes(column.name)) continue;
    await db.run(`ALTER TABLE ${quoteName(table)} ADD COLUMN ${definitionOf(column)}`);
  }
}

function definitionOf({ name, type }: Column): string {
  return `${quoteName(name)} ${type === "integer" ? "bigint" : "text"}`;
}

/** A field's name as one that means the same in every database, whether it tells capitals apart or not. */
function columnOfField(field: string): string {
  const name = field.toLowerCase().replace(/[^a-z0-9_]/g, "_");
  if (/^[a-z]/.test(name) && name.length <= MAX_NAME_LENGTH) return name;
  throw new ExportError(`“${field.slice(0, 80)}” cannot be the name of a column.`);
}

function toValue(field: string, value: unknown, type: Column["type"]): SqlValue {
  if (value === undefined || value === null) return null;
  if (type === "integer" && Number.isSafeInteger(value)) return value as number;
  if (type === "text" && typeof value === "string") return value;
  if (type === "text" && (typeof value === "number" || typeof value === "boolean")) {
    return String(value);
  }
  const is = typeof value === "object" ? "an object" : JSON.stringify(value).slice(0, 80);
  throw new ExportError(
    `The field ${field} is ${is}, not ${type === "integer" ? "a whole number" : "a text"}.`,
  );
}
