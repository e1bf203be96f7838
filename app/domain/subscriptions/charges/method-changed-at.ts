import type { Subscription } from "#app/generated/prisma/client.ts";

/** What tells one payment method, and one card behind it, from another. */
type Paying = Pick<
  Subscription,
  "paymentMethod" | "cardBrand" | "cardLastDigits" | "cardExpiresAt"
>;

/**
 * When what pays a subscription last became another: another method, the same with another card, or one that the platform says was
 * renewed. A method that was taken away is none: the next one is new.
 *
 * @param renewedAt when the platform says that the method was renewed; null when it does not.
 */
export function methodChangedAt(
  before: Paying & Pick<Subscription, "paymentMethodChangedAt">,
  after: Paying,
  renewedAt: Date | null,
  now: Date,
): Date | null {
  const known = before.paymentMethodChangedAt;
  if (after.paymentMethod === null) return known;
  if (after.paymentMethod !== before.paymentMethod) return now;
  const seen = renewedAt ?? (isOtherCard(before, after) ? now : null);
  return known && seen && seen > known ? seen : (known ?? seen);
}

/** Ends of one month differ by hours between zones, those of two by weeks. */
const SAME_MONTH_MS = 2 * 86_400_000;

function isOtherCard(before: Paying, after: Paying): boolean {
  // A card that the platform does not show, or has only begun to show, cannot be compared.
  if (!before.cardExpiresAt || !after.cardExpiresAt) return false;
  const apart = Math.abs(after.cardExpiresAt.getTime() - before.cardExpiresAt.getTime());
  return (
    apart > SAME_MONTH_MS ||
    after.cardLastDigits !== before.cardLastDigits ||
    after.cardBrand !== before.cardBrand
  );
}
