import { dateMinuteInZone, textMember } from "../json-row.ts";

/** One field of an export's row. */
export interface ExportField {
  readonly type: "text" | "integer";
  /** SQL for `"name":value`, never null. */
  member(name: string): string;
  /** What it holds and where that comes from, for the API's documents. */
  readonly from: string;
  /** A value, for the same documents. */
  readonly example: string | number;
}

/** A text; SQL that is null gives an empty one. */
export function text(from: string, example: string, sql: string): ExportField {
  return { type: "text", member: textMember(`(${sql})::text`), from, example };
}

/** A whole number; SQL that is never null. */
export function integer(from: string, example: number, sql: string): ExportField {
  return { type: "integer", member: (name) => `('"${name}":' || (${sql}))`, from, example };
}

/** SQL for `gid://platform/<type>/<number>`; null where the number is. */
export function gidOf(type: "Customer" | "Order", sql: string): string {
  return `'gid://platform/${type}/' || ${sql}`;
}

/** SQL for an instant as `YYYY-MM-DD` in the rows' zone, which is the third parameter of every export's statement. */
export function dayOf(sql: string): string {
  return `to_char(${sql} AT TIME ZONE $3, 'YYYY-MM-DD')`;
}

/** SQL for an instant as `YYYY-MM-DD HH:MM` in the rows' zone. */
export function minuteOf(sql: string): string {
  return dateMinuteInZone(sql, "$3");
}

/** SQL for a line of a history: `YYYY-MM-DD HH:MM | amount or state | note`. Line breaks in a note become spaces. */
export function historyLine(at: string, what: string, note: string): string {
  return `${minuteOf(at)} || ' | ' || coalesce((${what})::text, '') || ' | ' || regexp_replace(coalesce(${note}, ''), '\\s+', ' ', 'g')`;
}
