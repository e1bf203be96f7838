import type { OfferedGroup } from "./purchase-options-api.ts";

/**
 * True for the group of the purchase option that is edited, which the platform names by its group or by one of its
 * plans.
 */
export function isEdited(group: OfferedGroup, sellingPlanId: string | undefined): boolean {
  return (
    group.platformId === sellingPlanId ||
    group.plans.some(({ platformId }) => platformId === sellingPlanId)
  );
}

/** The edited one first, then those that are attached, then the others; otherwise as the app lists them. */
export function sortGroups(
  groups: readonly OfferedGroup[],
  sellingPlanId: string | undefined,
): OfferedGroup[] {
  const rank = (group: OfferedGroup) => {
    if (isEdited(group, sellingPlanId)) return 0;
    return group.offeredWith === "nothing" ? 2 : 1;
  };
  return groups.toSorted((a, b) => rank(a) - rank(b));
}
