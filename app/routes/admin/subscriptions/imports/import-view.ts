import type { ShopContext } from "#app/domain/context.ts";
import type {
  ImportDetails,
  StoredImport,
  StoredImportLine,
} from "#app/domain/contract-imports/get-import.ts";
import { deliveryIntervalOf } from "#app/domain/subscriptions/delivery-columns.ts";
import { formatDate, type IntervalUnit } from "#app/lib/zoned-time.ts";
import type { Formats } from "#app/ui/format.ts";
import { writeRhythm } from "#app/ui/rhythm-words.ts";
import { customerTitle } from "../customer-title.ts";

/** An import in the words of its pages. */
export interface ImportView {
  id: string;
  name: string;
  state: string;
  at: string;
  by: string;
  lines: number;
  ready: number;
  problems: number;
  repeated: number;
  unread: string | null;
}

const STATES: Readonly<Record<string, string>> = {
  checking: "Being checked",
  checked: "Not imported",
  creating: "Being imported",
  waiting: "Waiting for the old app",
  activating: "Being activated",
  active: "Activated",
  undoing: "Being taken back",
  undone: "Taken back",
};

export function stateWord(state: string): string {
  return STATES[state] ?? state;
}

/** Whether a job works on it, so that its page should be read again. */
export function isAtWork(state: string): boolean {
  return ["checking", "creating", "activating", "undoing"].includes(state);
}

export function showImport(
  row: StoredImport,
  { ianaTimezone }: Pick<ShopContext["shop"], "ianaTimezone">,
  formats: Formats,
): ImportView {
  return {
    id: String(row.id),
    name: row.name,
    state: row.state,
    at: formats.instant(row.createdAt, ianaTimezone),
    by: row.actorName ?? "–",
    lines: row.lineCount,
    ready: row.readyCount ?? 0,
    problems: row.problemCount ?? 0,
    repeated: row.repeatedCount ?? 0,
    unread: row.unreadColumns.join(", ") || null,
  };
}

/** How far the work on an import is, by what has become of its lines. */
export interface ImportProgress {
  done: number;
  of: number;
  waiting: number;
  active: number;
  undone: number;
  refused: number;
  /** Of those that wait, the ones that could not be activated or taken back. */
  troubled: number;
}

export function showProgress({ row, lines, troubled }: ImportDetails): ImportProgress {
  const count = (...states: string[]) =>
    states.reduce((sum, state) => sum + (lines.get(state) ?? 0), 0);
  const waiting = count("created");
  const finished = row.state === "activating" ? count("active", "ended") : count("undone");
  const isCreating = row.state === "creating";
  return {
    done: isCreating ? row.lineCount - count("", "creating") : finished,
    of: isCreating ? row.lineCount : finished + waiting,
    waiting,
    active: count("active"),
    undone: count("undone"),
    refused: count("refused"),
    troubled,
  };
}

export interface ImportLineView {
  position: number;
  line: number;
  externalId: string;
  customer: string;
  /** Where the subscription's own page is, once there is one. */
  url: string | null;
  plan: string;
  /** "3 × Gold Club". */
  product: string;
  price: string;
  next: string;
  started: string;
  /** Problems, notices and what the platform said. */
  notes: string[];
  tone: "critical" | "attention" | "success" | "plain";
  word: string;
}

export function showImportLine(
  line: StoredImportLine,
  currency: string,
  { ianaTimezone }: Pick<ShopContext["shop"], "ianaTimezone">,
  formats: Formats,
): ImportLineView {
  const cells = (line.cells ?? {}) as Record<string, string>;
  const day = (instant: Date | null, written?: string) =>
    instant ? formats.day(formatDate(instant, ianaTimezone)) : written || "–";
  const { priceMinor, intervalUnit, intervalCount, quantity, productTitle, plan } = line;
  const interval =
    intervalUnit && intervalCount
      ? { unit: intervalUnit as IntervalUnit, count: intervalCount }
      : null;
  const every = interval ? ` ${writeRhythm(interval, deliveryIntervalOf(line), formats)}` : "";
  const written = [cells.customer, cells.email].filter(Boolean).join(" · ") || "–";
  return {
    position: line.position,
    line: line.line,
    externalId: line.externalId || "–",
    customer: line.customer ? customerTitle(line.customer) : written,
    url: line.subscriptionId === null ? null : `/app/subscriptions/${line.subscriptionId}`,
    plan: plan?.name ?? (cells.plan || "–"),
    product: productTitle ? `${quantity ?? 1} × ${productTitle}` : cells.variant || "–",
    price:
      priceMinor === null
        ? cells.price || "–"
        : `${formats.money(Number(priceMinor), currency)}${every}`,
    next: day(line.nextBillingAt, cells.next_date),
    started: day(line.startedAt, cells.start_date),
    notes: [...line.problems, ...line.notices, ...(line.reason ? [`${line.reason}.`] : [])],
    ...judge(line),
  };
}

function judge({ state, problems }: StoredImportLine): Pick<ImportLineView, "tone" | "word"> {
  switch (state) {
    case "repeated":
      return { tone: "plain", word: "Imported before" };
    case "skipped":
      return { tone: "attention", word: "Left out" };
    case "creating":
      return { tone: "attention", word: "Asked for" };
    case "refused":
      return { tone: "critical", word: "Refused" };
    case "created":
      return { tone: "attention", word: "Waiting" };
    case "active":
      return { tone: "success", word: "Active" };
    case "ended":
      return { tone: "plain", word: "Canceled" };
    case "undone":
      return { tone: "plain", word: "Taken back" };
    default:
      return problems.length > 0
        ? { tone: "critical", word: "Problem" }
        : { tone: "success", word: "Good" };
  }
}
