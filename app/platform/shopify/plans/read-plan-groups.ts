import type { PlatformPlanGroup } from "../../platform.ts";
import type { AdminClient } from "../admin-client.ts";
import {
  type PlanFactsFragment,
  type PlanGroupFactsFragment,
  ReadPlanGroupsPageDocument,
  ReadPlansOfGroupDocument,
} from "../admin-operations.generated.ts";
import { readInterval } from "../contracts/translate-contract.ts";
import { fromGid } from "../gid.ts";
import { readAll } from "../read-connection.ts";

/**
 * What this app writes into `appId` of a group that it creates, and reads here. The platform leaves
 * that field to the app, and shows it to themes as `selling_plan_group.app_id`. Any other group of the
 * app sells products.
 */
const membershipGroupMarker = "perennial-membership";

/** The platform only answers groups of the app that asks. */
export async function readPlanGroups(
  client: AdminClient,
  shopDomain: string,
): Promise<PlatformPlanGroup[]> {
  const readPage = async (after: string | null) => {
    const page = await client.run(shopDomain, ReadPlanGroupsPageDocument, { after });
    return page.sellingPlanGroups;
  };
  const groups = await readAll(await readPage(null), readPage);
  return Promise.all(groups.map((group) => completeGroup(client, shopDomain, group)));
}

async function completeGroup(
  client: AdminClient,
  shopDomain: string,
  group: PlanGroupFactsFragment,
): Promise<PlatformPlanGroup> {
  const plans = await readAll(group.sellingPlans, async (after) => {
    const page = await client.run(shopDomain, ReadPlansOfGroupDocument, { id: group.id, after });
    return page.sellingPlanGroup?.sellingPlans ?? null;
  });
  return {
    groupId: fromGid("SellingPlanGroup", group.id),
    name: group.name,
    kind: group.appId === membershipGroupMarker ? "membership" : "product",
    plans: plans.map(translatePlan),
  };
}

function translatePlan(plan: PlanFactsFragment): PlatformPlanGroup["plans"][number] {
  const policy = plan.billingPolicy;
  return {
    planId: fromGid("SellingPlan", plan.id),
    name: plan.name,
    interval:
      policy.__typename === "SellingPlanRecurringBillingPolicy" ? readInterval(policy) : null,
  };
}
