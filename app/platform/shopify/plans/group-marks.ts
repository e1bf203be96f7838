import type { PlatformPlanGroup } from "../../platform-plan-group.ts";

type Kind = PlatformPlanGroup["kind"];

/**
 * What this app writes into `appId` of a group that it creates. The platform leaves that field to the app, and
 * shows it to themes as `selling_plan_group.app_id`.
 */
const markers: Record<Kind, string> = {
  membership: "perennial-membership",
  product: "perennial-subscription",
};

/** Begins the text that a group keeps its key in, which merchants may read and shoppers never do. */
const KEY_PREFIX = "Managed by Perennial · ";

export function writeGroupKind(kind: Kind): string {
  return markers[kind];
}

/** Any group of the app without the marker of memberships sells products. */
export function readGroupKind(appId: string | null): Kind {
  return appId === markers.membership ? "membership" : "product";
}

export function writeGroupKey(key: string): string {
  return KEY_PREFIX + key;
}

export function readGroupKey(description: string | null): string | null {
  return description?.startsWith(KEY_PREFIX) ? description.slice(KEY_PREFIX.length) : null;
}
