import type { ApiKey } from "#app/domain/api-keys/api-key.ts";
import { API_KEY_PREFIX } from "#app/domain/api-keys/api-key-format.ts";
import type { ShopContext } from "#app/domain/context.ts";
import type { FileExport } from "#app/domain/data-export/files/file-source.ts";
import type { ExportFormat } from "#app/domain/data-export/files/formats/export-format.ts";
import { EXPORT_FORMATS } from "#app/domain/data-export/files/formats/export-formats.ts";
import type { StoredExportFile } from "#app/domain/data-export/files/read-export-file.ts";
import type { FileRoom } from "#app/domain/data-export/files/room-for-files.ts";
import { type ExportReadState, MOST_BEHIND } from "#app/domain/data-export/reads/list-reads.ts";
import type { Formats } from "#app/ui/format.ts";
import { EXPORT_WORDS, formatName } from "./export-words.ts";

/** A file in the words of the page. */
export interface ExportFileView {
  id: string;
  /** "Orders". */
  title: string;
  /** What it was narrowed to: "VIP, from 1 Mar 2026"; blank for nothing. */
  narrowed: string;
  format: string;
  fileName: string;
  /** Nobody tries any more to make one that has failed. */
  state: "waiting" | "running" | "ready" | "failed" | "removed";
  seen: number;
  total: number;
  rows: string;
  size: string;
  /** Why it is not there, or until when it is. */
  note: string;
  requested: string;
  by: string;
}

export function showExportFile(
  file: StoredExportFile,
  { shop }: Pick<ShopContext, "shop">,
  formats: Formats,
): ExportFileView {
  const at = (instant: Date) => formats.instant(instant, shop.ianaTimezone);
  const format = file.format as ExportFormat;
  const state = file.isGivenUp ? "failed" : (file.state as ExportFileView["state"]);
  return {
    id: String(file.id),
    title: EXPORT_WORDS[file.export as FileExport].title,
    narrowed: narrowingOf(file, formats),
    format: formatName(format),
    fileName: fileNameOf(file),
    state,
    seen: Number(file.seenCount),
    total: Math.max(Number(file.totalCount ?? 0), Number(file.seenCount)),
    rows: formats.count(Number(file.rowCount), "row"),
    size: describeSize(Number(file.byteCount), formats),
    note: noteOf(file, state, at),
    requested: at(file.createdAt),
    by: file.actorName ?? "Perennial",
  };
}

/** The file that the next one replaces: "orders-12.csv of Mar 1, 2026, 10:00 AM"; null while there is room. */
export function showFileToReplace(
  file: FileRoom["toReplace"],
  { shop }: Pick<ShopContext, "shop">,
  formats: Formats,
): string | null {
  if (!file) return null;
  return `${fileNameOf(file)} of ${formats.instant(file.createdAt, shop.ianaTimezone)}`;
}

function fileNameOf({
  export: name,
  id,
  format,
}: Pick<StoredExportFile, "export" | "id" | "format">): string {
  return `${name}-${id}.${EXPORT_FORMATS[format as ExportFormat].extension}`;
}

function noteOf(
  { reason, expiresAt }: StoredExportFile,
  state: ExportFileView["state"],
  at: (instant: Date) => string,
): string {
  if (state === "failed") return `Every attempt has failed${reason ? `: ${reason}` : ""}.`;
  if (state === "ready" && expiresAt) return `Kept until ${at(expiresAt)}`;
  if (state === "waiting" && reason) return `Trying again: ${reason}`;
  return reason ?? "";
}

function narrowingOf({ filters, fromDay, toDay }: StoredExportFile, formats: Formats): string {
  const day = (date: Date) => formats.day(date.toISOString().slice(0, 10));
  return [
    ...Object.values(filters as Record<string, string>),
    ...(fromDay ? [`from ${day(fromDay)}`] : []),
    ...(toDay ? [`to ${day(toDay)}`] : []),
  ].join(", ");
}

const UNITS = ["B", "kB", "MB", "GB"];

function describeSize(bytes: number, { locale }: Formats): string {
  const step = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), UNITS.length - 1);
  const format = new Intl.NumberFormat(locale, { maximumSignificantDigits: 3 });
  return `${format.format(bytes / 1000 ** step)} ${UNITS[step]}`;
}

/** A key that may read the exports. */
export interface ReadingKeyView {
  id: string;
  name: string;
  /** A name for its secret in a shell: "WAREHOUSE". */
  variable: string;
}

export function showReadingKeys(keys: readonly ApiKey[]): ReadingKeyView[] {
  return keys
    .filter(({ scopes, state }) => state === "active" && scopes.includes("data:read"))
    .map(({ id, name }) => ({ id: String(id), name, variable: variableOf(name) }));
}

function variableOf(name: string): string {
  const words = name.normalize("NFKD").split(/[^A-Za-z0-9]+/);
  const letters = words
    .filter((word) => word !== "")
    .join("_")
    .toUpperCase();
  if (letters === "") return "API_KEY";
  return /^\d/.test(letters) ? `KEY_${letters}` : letters;
}

/** How far a key has come with an export. */
export interface ExportReadView {
  id: string;
  key: string;
  hint: string;
  title: string;
  lastRead: string;
  /** "Nothing new since then", or how many rows came after those that the key was given. */
  reached: string;
}

export function showReads(
  reads: readonly ExportReadState[],
  keys: readonly ApiKey[],
  { shop }: Pick<ShopContext, "shop">,
  formats: Formats,
): ExportReadView[] {
  return reads.flatMap((read) => {
    const key = keys.find(({ id }) => id === read.keyId);
    if (!key) return [];
    return {
      id: `${read.keyId}-${read.export}`,
      key: key.name,
      hint: `${API_KEY_PREFIX}…${key.lastFour}`,
      title: EXPORT_WORDS[read.export].title,
      lastRead: formats.instant(read.readAt, shop.ianaTimezone),
      reached: describeReached(read, formats),
    };
  });
}

function describeReached({ reached, behind }: ExportReadState, formats: Formats): string {
  if (reached === 0) return "No rows given yet";
  if (behind === null) return `Page ${reached}`;
  if (behind === 0) return "Nothing new since then";
  const rows = formats.count(behind, "row");
  return `${behind === MOST_BEHIND ? `${rows} or more` : rows} behind`;
}
