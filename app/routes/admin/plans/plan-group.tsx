import type { LoaderFunctionArgs } from "@remix-run/node";
import {
  type ClientActionFunctionArgs,
  type ShouldRevalidateFunction,
  useLoaderData,
} from "@remix-run/react";
import { z } from "zod";
import type { ShopContext } from "#app/domain/context.ts";
import { assignProducts, listAssignedProducts } from "#app/domain/plans/assign-products.ts";
import { deletePlanGroup } from "#app/domain/plans/delete-plan-group.ts";
import { getPlanGroup } from "#app/domain/plans/managed-plan-group.ts";
import { createPlanGroup, savePlanGroup } from "#app/domain/plans/save-plan-group.ts";
import { searchProducts } from "#app/domain/plans/search-products.ts";
import { findPriceChangesOfPlans } from "#app/domain/price-changes/find-price-changes.ts";
import { isAppError } from "#app/lib/app-error.ts";
import { formAction } from "../form-action.ts";
import { addressId } from "../input/read-id.ts";
import { keepWhenOffline } from "../keep-when-offline.ts";
import { openAdmin } from "../open-admin.ts";
import { orNotFound } from "../or-not-found.ts";
import { revalidateUnlessRefused } from "../revalidate-unless-refused.ts";
import { PlanGroupEditor } from "./plan-group-editor.tsx";

const NEW = "new";

export async function loader({ request, params, context: loadContext }: LoaderFunctionArgs) {
  const { context, formats } = await openAdmin({ request, context: loadContext });
  const { currency } = context.shop;
  const isNew = params.groupId === NEW;
  const id = isNew ? null : addressId(params.groupId);
  const group = id === null ? null : await orNotFound(() => getPlanGroup(context, id));
  const assigned = id === null ? [] : await orNotFound(() => listAssignedProducts(context, id));
  const isAssigned = new Set(assigned.map(({ productId }) => productId));
  const found = await searchProducts(context, "");
  const others = found.filter(({ productId }) => !isAssigned.has(productId));
  const plans = group?.plans ?? [];
  const latest = await findPriceChangesOfPlans(
    context,
    plans.map((plan) => plan.id),
  );
  const subscriberPrices = plans.map(({ id: planId, name, subscriptionCount }) => ({
    id: String(planId),
    name,
    count: formats.count(subscriptionCount, "subscription"),
    latest: latest.has(planId) ? String(latest.get(planId)) : null,
  }));
  return {
    group,
    currency,
    subscriberPrices,
    productIds: [...isAssigned],
    products: [...assigned, ...others],
  };
}

const productIds = z.array(z.number().int().positive()).max(250);
const submissionSchema = z.discriminatedUnion("intent", [
  z.object({
    intent: z.literal("save"),
    key: z.uuid(),
    version: z.string(),
    input: z.unknown(),
    add: productIds,
    remove: productIds,
  }),
  z.object({ intent: z.literal("delete") }),
]);

export const action = formAction(
  submissionSchema,
  async ({ context, params, input: submission }) => {
    if (submission.intent === "delete") {
      await deletePlanGroup(context, addressId(params.groupId));
      return { outcome: "deleted" as const };
    }
    const { key, version, input, add, remove } = submission;
    if (params.groupId === NEW) {
      const { id } = await createPlanGroup(context, { key, input, productIds: add });
      return { outcome: "created" as const, groupId: String(id) };
    }
    const groupId = addressId(params.groupId);
    const { outcome } = await savePlanGroup(context, { groupId, version, input });
    if (outcome === "stale" || add.length + remove.length === 0) return { outcome };
    return saveProducts(context, { groupId, add, remove });
  },
);

/** The plans are saved by now, so an error here says of the products alone that they are not. */
async function saveProducts(
  context: ShopContext,
  change: { groupId: bigint; add: number[]; remove: number[] },
) {
  try {
    await assignProducts(context, change);
    return { outcome: "saved" as const };
  } catch (error) {
    if (!isAppError(error)) throw error;
    return { outcome: "plans_saved" as const, message: error.message };
  }
}

export const clientAction = ({ serverAction }: ClientActionFunctionArgs) =>
  keepWhenOffline(() => serverAction<typeof action>());

/** A group that was just deleted cannot be read again; its page is about to be left. */
export const shouldRevalidate: ShouldRevalidateFunction = (change) =>
  change.actionResult?.outcome !== "deleted" && revalidateUnlessRefused(change);

export default function PlanGroupPage() {
  const data = useLoaderData<typeof loader>();
  return <PlanGroupEditor key={data.group ? String(data.group.id) : NEW} {...data} />;
}
