import type { Actor } from "#app/domain/context.ts";
import type { Shop } from "#app/domain/shops/shop.ts";
import type { StoredCreditFile } from "#app/domain/store-credit/files/get-credit-file.ts";
import type { StoredCreditFileLine } from "#app/domain/store-credit/files/list-credit-file-lines.ts";
import { isCalendarDate } from "#app/lib/calendar-date.ts";
import { formatMinor } from "#app/lib/money.ts";
import { typeAmount } from "#app/lib/typed-amount.ts";
import type { FileLineView } from "#app/ui/files/line-columns.tsx";
import { showUploadedFile, type UploadedFile } from "#app/ui/files/uploaded-file.ts";
import type { Formats } from "#app/ui/format.ts";
import { describeActor } from "../../show-activity.ts";
import { creditTypeName } from "../credit-words.ts";

type Store = Pick<Shop, "ianaTimezone">;

export interface CreditFileView extends UploadedFile {
  given: string;
  taken: string;
  total: string;
  /** What the merchant types to confirm it. */
  totalText: string;
  currency: string;
  by: string;
  at: string;
}

export function showCreditFile(
  file: StoredCreditFile,
  shop: Store,
  formats: Formats,
): CreditFileView {
  const { currency } = file;
  const totalMinor = Number(file.givenMinor + file.takenMinor);
  return {
    ...showUploadedFile(file),
    given: formats.money(Number(file.givenMinor), currency),
    taken: formats.money(0 - Number(file.takenMinor), currency),
    total: formats.money(totalMinor, currency),
    totalText: typeAmount(formatMinor(totalMinor, currency), formats.locale),
    currency,
    by: describeActor({ kind: file.actorKind as Actor["kind"], name: file.actorName }),
    at: formats.instant(file.createdAt, shop.ianaTimezone),
  };
}

export interface CreditFileLineView extends FileLineView {
  position: number;
  amount: string;
  type: string;
  reason: string;
  /** The last day on which what is given can be used, or what was written for it. */
  expires: string | null;
}

export function showCreditFileLine(
  line: StoredCreditFileLine,
  currency: string,
  formats: Formats,
): CreditFileLineView {
  const { customerId, customer, email, amountMinor, appliedMinor } = line;
  const { tone, word } = judge(line);
  const isLess = line.outcome === "applied" && appliedMinor !== amountMinor;
  return {
    position: line.position,
    line: line.line,
    customer: [customer, email].filter(Boolean).join(" · ") || "–",
    customerUrl: customerId === null ? null : `/app/store-credit/customers/${customerId}`,
    amount: amountMinor === null ? line.amount : formats.money(Number(amountMinor), currency),
    type: line.typeCode === null ? line.type : creditTypeName(line.typeCode),
    reason: line.reason,
    expires: isCalendarDate(line.expires) ? formats.day(line.expires) : line.expires || null,
    notes: [
      ...line.problems,
      ...(isLess
        ? [`${formats.money(Number(appliedMinor), currency)} of it: there was no more.`]
        : []),
      ...(line.outcome === "failed"
        ? ["Something went wrong on this server, and nothing was changed; its log has the details."]
        : []),
      ...(line.notice && !line.outcome ? [line.notice] : []),
    ],
    tone,
    word,
  };
}

function judge({
  outcome,
  problems,
  notice,
}: StoredCreditFileLine): Pick<CreditFileLineView, "tone" | "word"> {
  switch (outcome) {
    case "applied":
      return { tone: "success", word: "Applied" };
    case "repeated":
      return { tone: "plain", word: "Applied before" };
    case "nothing":
      return { tone: "attention", word: "Nothing to take" };
    case "too_much":
      return { tone: "critical", word: "Balance too large" };
    case "skipped":
      return { tone: "attention", word: "Left out" };
    case "failed":
      return { tone: "critical", word: "Failed" };
    default:
      if (problems.length > 0) return { tone: "critical", word: "Problem" };
      return notice ? { tone: "attention", word: "Good, but" } : { tone: "success", word: "Good" };
  }
}
