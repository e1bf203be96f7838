import type { CustomerPage } from "#app/domain/members/customers/list-customers.ts";
import type { ListedCustomer } from "#app/domain/members/customers/read-listed-customers.ts";
import type { Shop } from "#app/domain/shops/shop.ts";
import { formatDate } from "#app/lib/zoned-time.ts";
import type { Formats } from "#app/ui/format.ts";
import { pointsNumber } from "../../loyalty/loyalty-words.ts";
import { customerTitle } from "../../store-credit/credit-words.ts";

/** A customer in the words of the list. */
export function showListedCustomer(
  customer: ListedCustomer,
  tiers: readonly { id: number; name: string }[],
  { ianaTimezone, currency }: Pick<Shop, "ianaTimezone" | "currency">,
  formats: Formats,
) {
  const { member, nextBillingAt, creditMinor, points, activeSubscriptions } = customer;
  const day = (instant: Date) => formats.day(formatDate(instant, ianaTimezone));
  return {
    id: String(customer.id),
    number: String(customer.platformCustomerId),
    title: customerTitle(customer),
    // A customer without a name has the email address as the title.
    email: customer.name ? customer.email : null,
    member: member && { status: member.status, plan: member.planName },
    subscriptions:
      activeSubscriptions > 0 ? formats.count(activeSubscriptions, "active", "active") : "–",
    next: nextBillingAt ? day(nextBillingAt) : "–",
    credit: creditMinor === null ? "–" : formats.money(creditMinor, currency),
    points: points === null ? "–" : pointsNumber(points, formats),
    tier: tiers.find(({ id }) => id === customer.tierId)?.name ?? "–",
    since: day(customer.since),
  };
}

export type CustomerRow = ReturnType<typeof showListedCustomer>;

/** "126 customers", or than how many there are more where they are not counted. */
export function describeTotal(
  { total, moreThan }: Pick<CustomerPage, "total" | "moreThan">,
  formats: Formats,
): string {
  return total === null
    ? `More than ${formats.count(moreThan, "customer")}`
    : formats.count(total, "customer");
}
