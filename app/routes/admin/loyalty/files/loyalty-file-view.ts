import type { Actor } from "#app/domain/context.ts";
import type {
  StoredLoyaltyFile,
  StoredLoyaltyFileLine,
} from "#app/domain/loyalty/files/read-loyalty-files.ts";
import type { FileLineView } from "#app/ui/files/line-columns.tsx";
import { showUploadedFile, type UploadedFile } from "#app/ui/files/uploaded-file.ts";
import type { Formats } from "#app/ui/format.ts";
import { describeActor } from "../../show-activity.ts";

export interface LoyaltyFileView extends UploadedFile {
  points: string;
  /** What the merchant types to confirm it. */
  pointsText: string;
  tiers: number;
  by: string;
  at: string;
}

export function showLoyaltyFile(
  file: StoredLoyaltyFile,
  { ianaTimezone }: { ianaTimezone: string },
  formats: Formats,
): LoyaltyFileView {
  return {
    ...showUploadedFile(file),
    points: formats.count(Number(file.points), "point"),
    ...{ pointsText: String(file.points), tiers: file.tierCount },
    by: describeActor({ kind: file.actorKind as Actor["kind"], name: file.actorName }),
    at: formats.instant(file.createdAt, ianaTimezone),
  };
}

export interface LoyaltyFileLineView extends FileLineView {
  position: number;
  points: string;
  tier: string;
  /** The last day of the points, as it was written. */
  expires: string;
  reason: string;
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
    ...{ tier: line.tier, expires: line.expires, reason: line.reason },
    notes: [...line.problems, ...whatFailed(line)],
    ...judge(line),
  };
}

function whatFailed({ outcome }: StoredLoyaltyFileLine): string[] {
  const log = "Something went wrong on this server; its log has the details.";
  if (outcome === "failed") return [`${log} Nothing was given.`];
  return outcome === "without_tier" ? [`${log} The points were given, the tier was not.`] : [];
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
    case "failed":
    case "without_tier":
      return { tone: "critical", word: "Failed" };
    default:
      return problems.length > 0
        ? { tone: "critical", word: "Problem" }
        : { tone: "success", word: "Good" };
  }
}
