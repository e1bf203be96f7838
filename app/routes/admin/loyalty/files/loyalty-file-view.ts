import type { Actor } from "#app/domain/context.ts";
import type {
  StoredLoyaltyFile,
  StoredLoyaltyFileLine,
} from "#app/domain/loyalty/files/read-loyalty-files.ts";
import type { Formats } from "#app/ui/format.ts";
import { describeActor } from "../../show-activity.ts";

export interface LoyaltyFileView {
  id: string;
  name: string;
  state: "checked" | "applying" | "done";
  lines: number;
  problems: number;
  repeated: number;
  /** Lines that would be, or were meant to be, applied. */
  ready: number;
  done: number;
  points: string;
  /** What the merchant types to confirm it. */
  pointsText: string;
  tiers: number;
  /** Titles of columns that mean nothing here; null when there are none. */
  unread: string | null;
  by: string;
  at: string;
}

export function showLoyaltyFile(
  file: StoredLoyaltyFile,
  { ianaTimezone }: { ianaTimezone: string },
  formats: Formats,
): LoyaltyFileView {
  const { lineCount, problemCount, repeatedCount } = file;
  return {
    ...{ id: String(file.id), name: file.name, state: file.state as LoyaltyFileView["state"] },
    ...{ lines: lineCount, problems: problemCount, repeated: repeatedCount },
    ready: lineCount - problemCount - repeatedCount,
    done: file.doneCount,
    points: formats.count(Number(file.points), "point"),
    ...{ pointsText: String(file.points), tiers: file.tierCount },
    unread: file.unreadColumns.join(", ") || null,
    by: describeActor({ kind: file.actorKind as Actor["kind"], name: file.actorName }),
    at: formats.instant(file.createdAt, ianaTimezone),
  };
}

/** How the lines of a file ended, in words, the good ones first. */
export function showOutcomes(outcomes: ReadonlyMap<string, number>, formats: Formats): string[] {
  const words: [string, string][] = [
    ["applied", "applied"],
    ["repeated", "applied before, and not again"],
    ["skipped", "left out"],
    ["too_much", "past the largest balance that can be kept"],
    ["", "not tried yet"],
  ];
  return words.flatMap(([outcome, word]) => {
    const count = outcomes.get(outcome);
    return count ? [`${formats.count(count, "line")} ${word}`] : [];
  });
}

export interface LoyaltyFileLineView {
  position: number;
  line: number;
  customer: string;
  /** Where the customer's own page is, if there is one. */
  customerUrl: string | null;
  points: string;
  tier: string;
  /** The last day of the points, as it was written. */
  expires: string;
  reason: string;
  problems: string[];
  tone: "critical" | "attention" | "success" | "plain";
  word: string;
}

export function showLoyaltyFileLine(
  line: StoredLoyaltyFileLine,
  formats: Formats,
): LoyaltyFileLineView {
  const { customerId, customer, email, points } = line;
  return {
    ...{ position: line.position, line: line.line },
    customer: [customer, email].filter(Boolean).join(" · ") || "–",
    customerUrl: customerId === null ? null : `/app/loyalty/customers/${customerId}`,
    points: points === null ? line.written : formats.count(Number(points), "point"),
    ...{ tier: line.tier, expires: line.expires, reason: line.reason, problems: line.problems },
    ...judge(line),
  };
}

function judge({
  outcome,
  problems,
}: StoredLoyaltyFileLine): Pick<LoyaltyFileLineView, "tone" | "word"> {
  switch (outcome) {
    case "applied":
      return { tone: "success", word: "Applied" };
    case "repeated":
      return { tone: "plain", word: "Applied before" };
    case "too_much":
      return { tone: "critical", word: "Balance too large" };
    case "skipped":
      return { tone: "attention", word: "Left out" };
    default:
      return problems.length > 0
        ? { tone: "critical", word: "Problem" }
        : { tone: "success", word: "Good" };
  }
}
