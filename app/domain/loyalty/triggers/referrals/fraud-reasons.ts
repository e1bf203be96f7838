import { mailboxOf } from "#app/lib/mailbox-of.ts";

/** Why a merchant looks at a referral before it counts. */
export type FraudReason = "own_order" | "same_email" | "same_payment_name" | "many_in_a_week";

/** Referrals of one advocate in seven days that count without being looked at. */
const MOST_IN_A_WEEK = 10;

/** Who takes part in a referral, as the store knows them. */
interface Person {
  emails: readonly (string | null)[];
  /** As they stand on orders and in the account. */
  names: readonly (string | null)[];
}

/** What of a referral looks like one person referring themselves, or like a trade. Pure. */
export function fraudReasons({
  advocate,
  friend,
  isSamePerson,
  inWeek,
}: {
  advocate: Person;
  friend: Person;
  isSamePerson: boolean;
  /** The advocate's referrals of the seven days before this one. */
  inWeek: number;
}): FraudReason[] {
  if (isSamePerson) return ["own_order"];
  const reasons: FraudReason[] = [];
  if (share(advocate.emails, friend.emails, mailboxOf)) reasons.push("same_email");
  if (share(advocate.names, friend.names, plainName)) reasons.push("same_payment_name");
  if (inWeek >= MOST_IN_A_WEEK) reasons.push("many_in_a_week");
  return reasons;
}

function share(
  ones: readonly (string | null)[],
  others: readonly (string | null)[],
  plain: (text: string) => string | null,
): boolean {
  const known = new Set(ones.map((one) => one && plain(one)).filter(Boolean));
  return others.some((other) => other && known.has(plain(other)));
}

function plainName(name: string): string {
  return name.normalize("NFKC").toLowerCase().split(/\s+/).filter(Boolean).join(" ");
}
