import type { ActivityView } from "#app/domain/activity/list-activity.ts";
import type { Actor, ShopContext } from "#app/domain/context.ts";
import type { Formats } from "#app/ui/format.ts";
import type { TimelineEntry } from "#app/ui/timeline.tsx";

/**
 * Lines of the timeline for people.
 *
 * @param naming whether each line names its customer and plan, as it must where several are mixed.
 */
export function showActivity(
  context: Pick<ShopContext, "shop">,
  formats: Formats,
  lines: ActivityView[],
  naming: "name-subscription" | "one-subscription",
): TimelineEntry[] {
  return lines.map(({ id, message, actor, at, subscription }) => ({
    id: String(id),
    ...(subscription !== null &&
      naming === "name-subscription" && {
        about: {
          name: describeSubscription(subscription),
          url: `/app/subscriptions/${subscription.id}`,
        },
      }),
    message,
    by: describeActor(actor),
    at: formats.instant(at, context.shop.ianaTimezone),
  }));
}

/** "Ada Lovelace, VIP Monthly"; the plan alone when the customer has no name. */
export function describeSubscription({
  customerName,
  planName,
}: Omit<NonNullable<ActivityView["subscription"]>, "id">): string {
  return customerName ? `${customerName}, ${planName}` : planName;
}

/** Who acted, in words. */
export function describeActor({ kind, name }: Actor): string {
  switch (kind) {
    case "customer":
      return "The customer";
    case "merchant":
      return name ?? "Staff";
    case "api":
      return name ? `API key “${name}”` : "An API key";
    case "platform":
      return "The store's platform";
    case "system":
      return name ?? "Perennial";
  }
}
