import type { Formats } from "../format.ts";

/** A file whose lines change customers: checked when it is uploaded, and applied once the merchant has confirmed it. */
export interface UploadedFile {
  id: string;
  name: string;
  state: "checked" | "applying" | "done";
  lines: number;
  problems: number;
  /** Lines that an earlier file had. */
  repeated: number;
  /** Lines that would be, or were meant to be, applied. */
  ready: number;
  done: number;
  /** Titles of columns that mean nothing here; null when there are none. */
  unread: string | null;
}

/** An uploaded file as it is stored. */
export interface StoredFile {
  id: bigint;
  name: string;
  state: string;
  lineCount: number;
  problemCount: number;
  repeatedCount: number;
  doneCount: number;
  unreadColumns: readonly string[];
}

export function showUploadedFile(file: StoredFile): UploadedFile {
  const { lineCount, problemCount, repeatedCount } = file;
  return {
    ...{ id: String(file.id), name: file.name, state: file.state as UploadedFile["state"] },
    ...{ lines: lineCount, problems: problemCount, repeated: repeatedCount },
    ready: lineCount - problemCount - repeatedCount,
    done: file.doneCount,
    unread: file.unreadColumns.join(", ") || null,
  };
}

/**
 * How the lines of a file ended, in words, the good ones first.
 *
 * @param outcomes how many lines had each outcome; an empty one is a line that was not tried yet.
 */
export function showOutcomes(outcomes: ReadonlyMap<string, number>, formats: Formats): string[] {
  return Object.entries(OUTCOMES).flatMap(([outcome, words]) => {
    const count = outcomes.get(outcome);
    return count ? [`${formats.count(count, "line")} ${words}`] : [];
  });
}

const OUTCOMES = {
  applied: "applied",
  repeated: "applied before, and not again",
  skipped: "left out",
  nothing: "without credit to take",
  too_much: "past the largest balance that can be kept",
  "": "not tried yet",
};
