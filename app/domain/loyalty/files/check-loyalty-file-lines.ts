import { nameKey } from "#app/lib/name-key.ts";
import { mapInSlices } from "#app/lib/pace-work.ts";
import { UNCLEAR_COUNT } from "#app/lib/written-amount.ts";
import type { CustomerOfLine } from "../../customers/find-customers-of-lines.ts";
import { matchCustomers } from "../../customers/match-customer.ts";
import { earliestLastDay, lastDayProblem } from "../../store-credit/grants/last-day.ts";
import { MAX_REASON_LENGTH } from "../points/points-adjustment.ts";
import type { LoyaltyFileLineText } from "./loyalty-file.ts";

const MOST_POINTS = 10_000_000;

/** What one line means, or what is wrong with it. */
export interface CheckedLoyaltyLine {
  text: LoyaltyFileLineText;
  customerId: bigint | null;
  /** Points to be given; null: none. */
  points: number | null;
  tierId: number | null;
  /** Sentences; none when the line can be applied. */
  problems: string[];
  /** An earlier upload of the same content has applied this line. */
  isRepeated: boolean;
}

export interface LoyaltyFileFacts {
  /** The store's time zone, in which days end. */
  zone: string;
  now: Date;
  customers: readonly CustomerOfLine[];
  /** The store's tiers as they are now. */
  tiers: readonly { id: number; name: string }[];
  /** Positions of lines that an earlier upload of the same content has applied. */
  applied: ReadonlySet<number>;
}

/** Checks the lines of a file in order. Changes nothing. Works in slices, so other requests are served in between. */
export async function checkLoyaltyFileLines(
  lines: readonly LoyaltyFileLineText[],
  facts: LoyaltyFileFacts,
): Promise<CheckedLoyaltyLine[]> {
  const findCustomer = matchCustomers(facts.customers);
  const tierNamed = new Map(facts.tiers.map(({ id, name }) => [nameKey(name), id]));
  const seen = new Map<bigint, number>();
  const earliest = earliestLastDay(facts.now, facts.zone);
  return mapInSlices(lines, (text) => {
    const found = findCustomer(text);
    const checked: CheckedLoyaltyLine = {
      text,
      customerId: found.customer?.id ?? null,
      points: readPoints(text.points),
      tierId: tierNamed.get(nameKey(text.tier)) ?? null,
      problems: found.problem ? [found.problem] : [],
      isRepeated: facts.applied.has(text.position),
    };
    if (checked.isRepeated) return { ...checked, problems: [] };
    checked.problems.push(...problemsOf(checked, facts.tiers, earliest));
    const before = checked.customerId === null ? undefined : seen.get(checked.customerId);
    if (before !== undefined) checked.problems.push(`The same customer as on line ${before}.`);
    else if (checked.customerId !== null) seen.set(checked.customerId, text.line);
    return checked;
  });
}

function problemsOf(
  { text, points, tierId }: CheckedLoyaltyLine,
  tiers: LoyaltyFileFacts["tiers"],
  earliest: string,
): string[] {
  const problems: string[] = [];
  if (text.isTooLong) {
    problems.push("More cells than the heading has. Put texts with commas in quotation marks.");
  }
  if (text.points === "" && text.tier === "") problems.push("Give points, a tier, or both.");
  if (text.arePointsUnclear) problems.push(`Points: ${UNCLEAR_COUNT}`);
  else if (Number.isNaN(points)) {
    problems.push(`Points: must be a whole number from 0 to ${MOST_POINTS}.`);
  }
  if (text.tier !== "" && tierId === null) {
    const names = tiers.map(({ name }) => `“${name}”`).join(", ");
    problems.push(`Tier: the store has ${names ? `no such one. There are ${names}.` : "none."}`);
  }
  if (text.expires !== "" && !points) {
    problems.push("Expires: only points that are given can expire.");
  }
  const ending = lastDayProblem(text.expires, earliest);
  if (ending) problems.push(ending);
  if (text.reason.length > MAX_REASON_LENGTH) {
    problems.push(`Reason: at most ${MAX_REASON_LENGTH} characters.`);
  }
  return problems;
}

/** Null for nothing, NaN for what is no number of points. A balance of 0 is nothing to give. */
function readPoints(text: string): number | null {
  if (text === "") return null;
  const points = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  return points > MOST_POINTS ? Number.NaN : points;
}
