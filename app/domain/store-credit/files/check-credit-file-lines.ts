import { mapInSlices } from "#app/lib/pace-work.ts";
import { UNCLEAR_AMOUNT } from "#app/lib/written-amount.ts";
import type { CustomerOfLine } from "../../customers/find-customers-of-lines.ts";
import { matchCustomers } from "../../customers/match-customer.ts";
import { checkAdjustment } from "../adjustments/credit-adjustment.ts";
import { earliestLastDay, lastDayProblem } from "../grants/last-day.ts";
import type { CreditFileLineText } from "./credit-file.ts";
import { type AvailableCredit, followLine, NOTHING_TO_TAKE } from "./follow-credit.ts";

/** A customer as the lines of a file are held against. */
export interface FileCustomer extends CustomerOfLine {
  availableMinor: number;
}

/** What one line means, or what is wrong with it. */
export interface CheckedLine {
  text: CreditFileLineText;
  customerId: bigint | null;
  amountMinor: number | null;
  /** What would move by what there is now: of a deduction no more than the customer has. */
  expectedMinor: number;
  typeCode: number | null;
  /** Sentences; none when the line can be applied. */
  problems: string[];
  /** Worth knowing, and no reason to leave the line out. */
  notices: string[];
  /** The entry that an earlier upload of the same content made of this line. */
  repeats: { entryId: bigint; amountMinor: number } | null;
}

export interface FileFacts {
  currency: string;
  /** The store's time zone, in which days begin and end. */
  zone: string;
  now: Date;
  customers: readonly FileCustomer[];
  /** By position: what was applied of the same content before. */
  applied: ReadonlyMap<number, { entryId: bigint; amountMinor: number }>;
  /** By {@link duplicateKey}: the last file with the same line in different content. */
  before: ReadonlyMap<string, EarlierLine>;
}

export interface EarlierLine {
  file: string;
  /** The day on which it was confirmed, `YYYY-MM-DD`. */
  date: string;
  /** So recent that it is probably a corrected file, not the same request again. */
  isRecent: boolean;
}

/** Identifies lines of different files that request the same adjustment. */
export function duplicateKey(line: {
  customerId: bigint;
  amountMinor: number;
  typeCode: number;
  reason: string;
}): string {
  return JSON.stringify([String(line.customerId), line.amountMinor, line.typeCode, line.reason]);
}

/**
 * Checks the lines of a file in order, each against the credit that the lines before it leave the customer.
 * Changes nothing. Works in slices, so other requests are served in between.
 */
export async function checkCreditFileLines(
  lines: readonly CreditFileLineText[],
  facts: FileFacts,
): Promise<CheckedLine[]> {
  const findCustomer = matchCustomers(facts.customers);
  const available = new Map(facts.customers.map(({ id, availableMinor }) => [id, availableMinor]));
  const seen = new Map<string, { line: number; reason: string }>();
  const earliest = earliestLastDay(facts.now, facts.zone);
  return mapInSlices(lines, (text) => {
    const found = findCustomer(text);
    const adjustment = checkAdjustment(text, facts.currency);
    const checked: CheckedLine = {
      text,
      customerId: found.customer?.id ?? null,
      amountMinor: adjustment.problems ? null : adjustment.amountMinor,
      expectedMinor: 0,
      typeCode: adjustment.problems ? null : adjustment.typeCode,
      problems: [],
      notices: [],
      repeats: facts.applied.get(text.position) ?? null,
    };
    if (checked.repeats) return { ...checked, notices: ["Applied before; not applied again."] };
    if (text.isTooLong) {
      checked.problems.push(
        "More cells than the heading has. Put texts with commas in quotation marks.",
      );
    }
    if (found.problem) checked.problems.push(found.problem);
    if (text.isAmountUnclear) checked.problems.push(`Amount: ${UNCLEAR_AMOUNT}`);
    for (const [field, problem] of Object.entries(adjustment.problems ?? {})) {
      if (field === "amount" && text.isAmountUnclear) continue;
      checked.problems.push(`${capital(field)}: ${problem}`);
    }
    const ending = lastDayProblem(text.expires, earliest);
    if (ending) checked.problems.push(ending);
    if (text.currency !== "" && text.currency !== facts.currency) {
      checked.problems.push(
        `Currency: the store's is ${facts.currency}, and nothing is converted.`,
      );
    }
    if (!found.customer || adjustment.problems) return checked;
    const { amountMinor, typeCode } = adjustment;
    if (amountMinor < 0 && text.expires !== "") {
      checked.problems.push("Expires: only credit that is given can expire.");
    }
    const { reason } = adjustment;
    const request = { customerId: found.customer.id, amountMinor, typeCode, reason };
    const mark = duplicateKey({ ...request, reason: "" });
    const first = seen.get(mark);
    if (!first) seen.set(mark, { line: text.line, reason });
    else if (first.reason === reason) checked.problems.push(`The same as line ${first.line}.`);
    else checked.notices.push(`Like line ${first.line}, but for its reason.`);
    const earlier = facts.before.get(duplicateKey(request));
    if (earlier?.isRecent) {
      checked.problems.push(
        `The same was applied from “${earlier.file}” on ${earlier.date}. If it is meant again, give another reason.`,
      );
    } else if (earlier) {
      checked.notices.push(`The same was applied from “${earlier.file}” on ${earlier.date}.`);
    }
    if (checked.problems.length > 0) return checked;
    return withOutcome(checked, amountMinor, found.customer.id, available);
  });
}

/** Follows the line through the customer's credit: what is to be taken must be there. */
function withOutcome(
  checked: CheckedLine,
  amountMinor: number,
  customerId: bigint,
  available: AvailableCredit,
): CheckedLine {
  const expectedMinor = followLine(available, customerId, amountMinor);
  if (expectedMinor === null) return { ...checked, problems: [NOTHING_TO_TAKE] };
  if (expectedMinor === amountMinor) return { ...checked, expectedMinor };
  const notice = "More than the customer has. The whole balance will be deducted.";
  return { ...checked, expectedMinor, notices: [...checked.notices, notice] };
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
