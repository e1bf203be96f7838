import { type AnyRow, type ColumnType, EXPORTS, type ExportName } from "../exports.ts";

/** As much of a JSON schema as a stream needs. */
export interface StreamSchema {
  readonly type: "object";
  readonly properties: Readonly<Record<string, { readonly type: readonly string[] }>>;
}

/** Where a row without a key of its own stood: the cursor of its page and its place there. */
const PAGE_CURSOR = "_page_cursor";
const POSITION = "_position";

/**
 * The fields by which a target recognizes a record that comes again: those of the row, else its place, which is
 * the same when a page is read again from the same cursor.
 */
export function keyPropertiesOf(name: ExportName): readonly string[] {
  return EXPORTS[name].rowKey ?? [PAGE_CURSOR, POSITION];
}

/** The schema of a stream's records; `more` are text fields that its rows turned out to have. */
export function schemaOf(name: ExportName, more: readonly string[] = []): StreamSchema {
  const keys = keyPropertiesOf(name);
  const columns = Object.entries<ColumnType>(EXPORTS[name].columns);
  const place: [string, ColumnType][] = EXPORTS[name].rowKey
    ? []
    : [
        [PAGE_CURSOR, "integer"],
        [POSITION, "integer"],
      ];
  const added = more.map((field): [string, ColumnType] => [field, "text"]);
  const properties = [...columns, ...added, ...place].map(([field, type]) => {
    const json = type === "integer" ? "integer" : "string";
    return [field, { type: keys.includes(field) ? [json] : ["null", json] }] as const;
  });
  return { type: "object", properties: Object.fromEntries(properties) };
}

/** A row as a record: with its place where that is its key, and without the fields that nobody wants. */
export function recordOf(
  name: ExportName,
  row: AnyRow,
  place: { cursor: number; position: number },
  unwanted: ReadonlySet<string>,
): AnyRow {
  const fields = Object.entries(row).filter(([field]) => !unwanted.has(field));
  const record = Object.fromEntries(fields);
  if (EXPORTS[name].rowKey) return record;
  return { ...record, [PAGE_CURSOR]: place.cursor, [POSITION]: place.position };
}
