import type { FraudReason } from "#app/domain/loyalty/triggers/referrals/fraud-reasons.ts";
import type {
  ReviewedReferral,
  ReviewStatus,
} from "#app/domain/loyalty/triggers/referrals/review-referrals.ts";
import type { Shop } from "#app/domain/shops/shop.ts";
import { formatDate } from "#app/lib/zoned-time.ts";
import type { Formats } from "#app/ui/format.ts";
import { customerTitle } from "../../store-credit/credit-words.ts";

/** Where referrals stand, in the order in which a merchant looks. */
export const STATUS_NAMES: Readonly<Record<ReviewStatus, string>> = {
  review: "Waiting for you",
  approved: "Approved",
  rejected: "Rejected",
};

/** Why a merchant is asked. */
const REASONS: Readonly<Record<FraudReason, string>> = {
  own_order: "The customer ordered through their own link.",
  same_email: "Both have the same mailbox, whether or not they write its address the same way.",
  same_payment_name: "Both have the same name, in their account or on an order.",
  many_in_a_week: "The customer had ten or more other referrals in the week before.",
};

/** The part of the list that an address asks for; what waits where it names none. */
export function statusNamed(text: string | null): ReviewStatus {
  const names = Object.keys(STATUS_NAMES) as ReviewStatus[];
  return names.find((status) => status === text) ?? "review";
}

/** A referral in the words of the list. `now` decides whether an approval counts at once. */
export function showReferral(
  referral: ReviewedReferral,
  { ianaTimezone }: Pick<Shop, "ianaTimezone">,
  formats: Formats,
  now: Date,
) {
  const { advocate, friend, decision, countsAt, reasons } = referral;
  const day = (instant: Date) => formats.day(formatDate(instant, ianaTimezone));
  return {
    id: String(referral.id),
    order: referral.orderName,
    orderUrl: `shopify://admin/orders/${referral.platformOrderId}`,
    referred: day(referral.referredAt),
    friend: showPerson(friend),
    advocate: showPerson(advocate),
    isOwn: advocate.id === friend.id,
    reasons: reasons.map((reason) => REASONS[reason]),
    counts: countsAt <= now ? "At once" : `From ${day(countsAt)} on`,
    decided: decision && `${decision.by ?? "Somebody"}, ${day(decision.at)}`,
    why: decision?.reason ?? null,
  };
}

export type ReferralRow = ReturnType<typeof showReferral>;

function showPerson(person: ReviewedReferral["friend"]) {
  const title = customerTitle(person);
  return {
    title,
    email: person.isErased || person.email === title ? null : person.email,
    url: `/app/customers/${person.id}`,
  };
}
