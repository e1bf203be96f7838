import { isPrepaid } from "#app/lib/deliveries.ts";
import type { PlatformPlan, PlatformPlanGroup } from "../../platform-plan-group.ts";
import type { AdminClient } from "../admin-client.ts";
import {
  type PlanFactsFragment,
  type PlanGroupFactsFragment,
  ReadPlanGroupDocument,
  ReadPlanGroupsPageDocument,
  ReadPlansOfGroupDocument,
} from "../admin-operations.generated.ts";
import { readInterval } from "../contracts/translate-contract.ts";
import { fromGid, toGid } from "../gid.ts";
import { readAll } from "../read-connection.ts";
import { readGroupKey, readGroupKind } from "./group-marks.ts";
import { readTerms } from "./plan-trial.ts";

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

export async function readPlanGroup(
  client: AdminClient,
  shopDomain: string,
  groupId: number,
): Promise<PlatformPlanGroup | null> {
  const id = toGid("SellingPlanGroup", groupId);
  const { sellingPlanGroup } = await client.run(shopDomain, ReadPlanGroupDocument, { id });
  return sellingPlanGroup === null ? null : completeGroup(client, shopDomain, sellingPlanGroup);
}

/** A group with all of its plans, however many pages they take. */
export async function completeGroup(
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
    key: readGroupKey(group.description),
    name: group.name,
    kind: readGroupKind(group.appId),
    plans: plans.toSorted(byPosition).map(translatePlan),
  };
}

/** Shoppers see a lower position first; in which order the list comes, the platform does not say. */
function byPosition(one: PlanFactsFragment, other: PlanFactsFragment): number {
  return (one.position ?? Number.MAX_SAFE_INTEGER) - (other.position ?? Number.MAX_SAFE_INTEGER);
}

function translatePlan(plan: PlanFactsFragment): PlatformPlan {
  return {
    planId: fromGid("SellingPlan", plan.id),
    name: plan.name,
    ...readIntervals(plan),
    ...readTerms(plan),
  };
}

function readIntervals({
  billingPolicy: billing,
  deliveryPolicy: delivery,
}: PlanFactsFragment): Pick<PlatformPlan, "interval" | "deliveryInterval"> {
  if (billing.__typename !== "SellingPlanRecurringBillingPolicy") {
    return { interval: null, deliveryInterval: null };
  }
  const interval = readInterval(billing);
  if (delivery.__typename !== "SellingPlanRecurringDeliveryPolicy") {
    return { interval, deliveryInterval: null };
  }
  const deliveryInterval = readInterval(delivery);
  const isPlanPrepaid = isPrepaid({ interval, deliveryInterval });
  return { interval, deliveryInterval: isPlanPrepaid ? deliveryInterval : null };
}
