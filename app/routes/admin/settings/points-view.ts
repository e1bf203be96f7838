import type {
  PointsIntegration,
  StoredPointsIntegration,
} from "#app/domain/points-integration/points-integration.ts";
import type { Shop } from "#app/domain/shops/shop.ts";
import type { Formats } from "#app/ui/format.ts";

/** The other points program in the words of the settings page. */
export interface PointsView extends PointsIntegration {
  isRead: boolean;
  state: string;
  /** What the last reading found; null before the first. */
  found: string | null;
}

export function showPoints(
  integration: StoredPointsIntegration | null,
  shop: Pick<Shop, "ianaTimezone">,
  formats: Formats,
): PointsView | null {
  if (!integration) return null;
  const { name, namespace, key, isHidden, readAt, foundCount } = integration;
  return {
    ...{ name, namespace, key, isHidden },
    isRead: readAt !== null,
    state: readAt ? "Connected" : "Reading balances",
    found: readAt && describe(foundCount, formats.instant(readAt, shop.ianaTimezone), formats),
  };
}

function describe(found: number, at: string, formats: Formats): string {
  if (found === 0) {
    return `No member had a balance at the last reading, ${at}. Check the namespace and the key.`;
  }
  return `${formats.count(found, "member")} had a balance at the last reading, ${at}. Balances are read every night.`;
}
