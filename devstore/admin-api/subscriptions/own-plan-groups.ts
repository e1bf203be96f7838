import { numberOf } from "#devstore/admin-api/graphql/gid.ts";
import type { DevSellingPlanGroup } from "../../state/catalog.ts";
import type { AdminContext } from "../admin-context.ts";

/** A group that this app made; undefined for another app's, as for one that does not exist. */
export function ownPlanGroup(context: AdminContext, id: unknown): DevSellingPlanGroup | undefined {
  const number = numberOf(String(id), "SellingPlanGroup");
  const group = context.state.get(context.shop.domain, "sellingPlanGroup", number);
  return group?.isOfOtherApp ? undefined : group;
}

/** The groups that this app made. */
export function ownPlanGroups({ state, shop }: AdminContext): DevSellingPlanGroup[] {
  return state.list(shop.domain, "sellingPlanGroup").filter((group) => !group.isOfOtherApp);
}
