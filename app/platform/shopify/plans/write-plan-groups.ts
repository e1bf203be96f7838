import { isPlatformFailure, PlatformFailure } from "../../platform-failure.ts";
import type {
  NewPlanGroup,
  PlanCarrier,
  PlanChange,
  PlanGroupChange,
  PlanTerms,
  PlatformPlanGroup,
} from "../../platform-plan-group.ts";
import type { AdminClient } from "../admin-client.ts";
import {
  AddPlanGroupProductsDocument,
  AddPlanGroupVariantsDocument,
  ChangePlanGroupDocument,
  CreatePlanGroupDocument,
  DeletePlanGroupDocument,
  type PlanGroupFactsFragment,
  RemovePlanGroupProductsDocument,
  RemovePlanGroupVariantsDocument,
  type SellingPlanInput,
} from "../admin-operations.generated.ts";
import { writeIntervalUnit } from "../contracts/translate-contract.ts";
import { toGid } from "../gid.ts";
import { throwUserErrors } from "../throw-user-errors.ts";
import { writeGroupKey, writeGroupKind } from "./group-marks.ts";
import { writeTerms } from "./plan-trial.ts";
import { completeGroup } from "./read-plan-groups.ts";

/** What themes write above the choice of a group's plans. */
const optionLabels: Record<PlatformPlanGroup["kind"], string> = {
  membership: "Membership",
  product: "Delivery",
};

export async function createPlanGroup(
  client: AdminClient,
  shopDomain: string,
  { key, name, kind, plans, productIds }: NewPlanGroup,
): Promise<PlatformPlanGroup> {
  const answer = await client.run(shopDomain, CreatePlanGroupDocument, {
    input: {
      ...writeNames(name, kind),
      description: writeGroupKey(key),
      sellingPlansToCreate: plans.map(writePlan),
    },
    resources: { productIds: productIds.map((id) => toGid("Product", id)) },
  });
  const { sellingPlanGroup } = throwUserErrors(answer.sellingPlanGroupCreate);
  return complete(client, shopDomain, sellingPlanGroup);
}

export async function changePlanGroup(
  client: AdminClient,
  shopDomain: string,
  groupId: number,
  { name, kind, plans, deletedPlanIds }: PlanGroupChange,
): Promise<PlatformPlanGroup> {
  const written = plans.map((plan, index) => ({ plan, input: writePlan(plan, index) }));
  const answer = await client.run(shopDomain, ChangePlanGroupDocument, {
    id: toGid("SellingPlanGroup", groupId),
    input: {
      ...writeNames(name, kind),
      sellingPlansToCreate: written.flatMap(({ plan, input }) =>
        plan.planId === null ? [input] : [],
      ),
      sellingPlansToUpdate: written.flatMap(({ plan, input }) =>
        plan.planId === null ? [] : [writeChange(plan, plan.planId, input)],
      ),
      sellingPlansToDelete: deletedPlanIds.map((id) => toGid("SellingPlan", id)),
    },
  });
  const { sellingPlanGroup } = throwUserErrors(answer.sellingPlanGroupUpdate);
  return complete(client, shopDomain, sellingPlanGroup);
}

export async function deletePlanGroup(
  client: AdminClient,
  shopDomain: string,
  groupId: number,
): Promise<void> {
  const id = toGid("SellingPlanGroup", groupId);
  const answer = await client.run(
    shopDomain,
    DeletePlanGroupDocument,
    { id },
    { repeatable: true },
  );
  try {
    throwUserErrors(answer.sellingPlanGroupDelete);
  } catch (error) {
    if (!isPlatformFailure(error) || error.platformCode !== "GROUP_DOES_NOT_EXIST") throw error;
  }
}

export async function addPlanGroupProducts(
  client: AdminClient,
  shopDomain: string,
  groupId: number,
  productIds: number[],
): Promise<void> {
  const variables = writeProducts(groupId, productIds);
  const options = { repeatable: true };
  const answer = await client.run(shopDomain, AddPlanGroupProductsDocument, variables, options);
  throwUserErrors(answer.sellingPlanGroupAddProducts);
}

export async function removePlanGroupProducts(
  client: AdminClient,
  shopDomain: string,
  groupId: number,
  productIds: number[],
): Promise<void> {
  const variables = writeProducts(groupId, productIds);
  const options = { repeatable: true };
  const answer = await client.run(shopDomain, RemovePlanGroupProductsDocument, variables, options);
  throwUserErrors(answer.sellingPlanGroupRemoveProducts);
}

export async function setPlanOffer(
  client: AdminClient,
  shopDomain: string,
  groupId: number,
  { kind, id }: PlanCarrier,
  offered: boolean,
): Promise<void> {
  if (kind === "product") {
    const change = offered ? addPlanGroupProducts : removePlanGroupProducts;
    return change(client, shopDomain, groupId, [id]);
  }
  const variables = {
    id: toGid("SellingPlanGroup", groupId),
    variantIds: [toGid("ProductVariant", id)],
  };
  const options = { repeatable: true };
  if (offered) {
    const answer = await client.run(shopDomain, AddPlanGroupVariantsDocument, variables, options);
    throwUserErrors(answer.sellingPlanGroupAddProductVariants);
  } else {
    const answer = await client.run(
      shopDomain,
      RemovePlanGroupVariantsDocument,
      variables,
      options,
    );
    throwUserErrors(answer.sellingPlanGroupRemoveProductVariants);
  }
}

function writeProducts(groupId: number, productIds: number[]) {
  return {
    id: toGid("SellingPlanGroup", groupId),
    productIds: productIds.map((id) => toGid("Product", id)),
  };
}

function writeNames(name: string, kind: PlatformPlanGroup["kind"]) {
  return { name, merchantCode: name, appId: writeGroupKind(kind), options: [optionLabels[kind]] };
}

/** The option is the name: themes show it as the choice, and the platform wants it unlike all others of the group. */
function writePlan({ name, interval, ...terms }: PlanTerms, index: number): SellingPlanInput {
  const recurring = { interval: writeIntervalUnit(interval.unit), intervalCount: interval.count };
  return {
    name,
    options: [name],
    position: index + 1,
    category: "SUBSCRIPTION",
    billingPolicy: { recurring },
    deliveryPolicy: { recurring },
    ...writeTerms(terms),
  };
}

/** The policies of a plan whose interval stays are left out: its deliveries, its fixed days and its limits of cycles stay too. */
function writeChange(
  { keepsInterval }: PlanChange,
  planId: number,
  input: SellingPlanInput,
): SellingPlanInput {
  const id = toGid("SellingPlan", planId);
  if (!keepsInterval) return { ...input, id };
  const { billingPolicy: _billing, deliveryPolicy: _delivery, ...terms } = input;
  return { ...terms, id };
}

function complete(
  client: AdminClient,
  shopDomain: string,
  group: PlanGroupFactsFragment | null,
): Promise<PlatformPlanGroup> {
  if (group === null) throw new PlatformFailure("refused", "The platform answered no plan group");
  return completeGroup(client, shopDomain, group);
}
