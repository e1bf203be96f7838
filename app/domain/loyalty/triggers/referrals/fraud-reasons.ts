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
  if (share(advocate.emails, friend.emails, plainEmail)) reasons.push("same_email");
  if (share(advocate.names, friend.names, plainName)) reasons.push("same_payment_name");
  if (inWeek >= MOST_IN_A_WEEK) reasons.push("many_in_a_week");
  return reasons;
}

function share(
  ones: readonly (string | null)[],
  others: readonly (string | null)[],
  plain: (text: string) => string,
): boolean {
  const known = new Set(ones.flatMap((one) => (one ? [plain(one)] : [])));
  return others.some((other) => other && plain(other) !== "" && known.has(plain(other)));
}

/** An address without what may be added to it: a tag after a plus, and dots. */
function plainEmail(email: string): string {
  const at = email.lastIndexOf("@");
  if (at < 0) return "";
  const [name = ""] = email.slice(0, at).toLowerCase().split("+");
  return `${name.replaceAll(".", "")}@${email.slice(at + 1).toLowerCase()}`;
}

function plainName(name: string): string {
  return name.normalize("NFKC").toLowerCase().split(/\s+/).filter(Boolean).join(" ");
}
