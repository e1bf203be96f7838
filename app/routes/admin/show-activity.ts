import type { ActivityView } from "#app/domain/activity/list-activity.ts";
import type { Actor, ShopContext } from "#app/domain/context.ts";
import { formatInstant } from "#app/ui/format.ts";
import type { TimelineEntry } from "#app/ui/timeline.tsx";

/**
 * Lines of the timeline for people.
 *
 * @param naming whether each line says which contract it is about, as it must where several are mixed.
 */
export function showActivity(
  context: Pick<ShopContext, "shop">,
  lines: ActivityView[],
  naming: "name-contract" | "one-contract",
): TimelineEntry[] {
  return lines.map(({ id, message, actor, at, contractId }) => ({
    id: String(id),
    message:
      contractId === null || naming === "one-contract"
        ? message
        : `Contract ${contractId}: ${message}`,
    by: describeActor(actor),
    at: formatInstant(at, context.shop.ianaTimezone),
  }));
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
