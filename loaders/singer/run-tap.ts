import { type DataPage, readPages } from "../data-api/read-pages.ts";
import type { DataApiConnection } from "../data-api/request-json.ts";
import { EXPORTS } from "../exports.ts";
import type { SelectedStream } from "./catalog.ts";
import { keyPropertiesOf, recordOf, schemaOf } from "./stream.ts";
import { type TapState, withBookmark } from "./tap-state.ts";

export interface TapRun {
  readonly streams: readonly SelectedStream[];
  readonly state: TapState;
  /** Rows before this day are left out where the export can; null: none are. */
  readonly sinceDate: string | null;
  /** Takes whole lines; resolves when there is room for more. */
  readonly write: (lines: string) => Promise<void>;
}

/**
 * Writes the streams as messages of the Singer specification, one after the other. A cursor stream is followed by a STATE
 * after each page, so a run that is ended repeats at most the page that it was in, with the same keys.
 *
 * @throws DataApiError, LoadError.
 */
export async function runTap(connection: DataApiConnection, run: TapRun): Promise<void> {
  let { state } = run;
  for (const stream of run.streams) {
    state = await writeStream(connection, stream, { ...run, state });
  }
}

async function writeStream(
  connection: DataApiConnection,
  { name, unwanted }: SelectedStream,
  { state, sinceDate, write }: TapRun,
): Promise<TapState> {
  const { paging, takesSinceDate } = EXPORTS[name];
  const pages: AsyncGenerator<DataPage> = readPages(connection, name, {
    sinceId: paging === "cursor" ? (state.bookmarks[name]?.last_id ?? 0) : 0,
    sinceDate: takesSinceDate ? sinceDate : null,
  });
  const more: string[] = [];
  const schemaMessage = () => {
    const schema = schemaOf(name, more);
    const properties = Object.entries(schema.properties).filter(([field]) => !unwanted.has(field));
    return {
      type: "SCHEMA",
      stream: name,
      schema: { ...schema, properties: Object.fromEntries(properties) },
      key_properties: keyPropertiesOf(name),
    };
  };
  await write(toLines([schemaMessage()]));
  let reached = state;
  for await (const page of pages) {
    const messages: object[] = [];
    const found = newFields(page.rows, [...Object.keys(EXPORTS[name].columns), ...more]);
    more.push(...found);
    if (found.length > 0) messages.push(schemaMessage());
    messages.push(...recordMessages({ name, unwanted }, page));
    if (page.lastId !== null) {
      reached = withBookmark(reached, name, page.lastId);
      messages.push({ type: "STATE", value: reached });
    }
    await write(toLines(messages));
  }
  return reached;
}

function recordMessages({ name, unwanted }: SelectedStream, { rows, cursor }: DataPage): object[] {
  const time = new Date().toISOString();
  return rows.map((row, position) => ({
    type: "RECORD",
    stream: name,
    record: recordOf(name, row, { cursor, position }, unwanted),
    time_extracted: time,
  }));
}

function newFields(rows: DataPage["rows"], known: readonly string[]): string[] {
  const fields = new Set(rows.flatMap(Object.keys));
  return [...fields].filter((field) => !known.includes(field));
}

function toLines(messages: readonly object[]): string {
  return messages.map((message) => `${JSON.stringify(message)}\n`).join("");
}
