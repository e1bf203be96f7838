import type { LoaderFunctionArgs } from "@remix-run/node";
import {
  type ClientActionFunctionArgs,
  type ShouldRevalidateFunction,
  useLoaderData,
} from "@remix-run/react";
import { z } from "zod";
import { getManagedPointReward } from "#app/domain/loyalty/point-rewards/managed-point-reward.ts";
import {
  archivePointReward,
  createPointReward,
  savePointReward,
} from "#app/domain/loyalty/point-rewards/save-point-reward.ts";
import { searchProducts } from "#app/domain/plans/search-products.ts";
import { formAction } from "../../form-action.ts";
import { addressId } from "../../input/read-id.ts";
import { keepWhenOffline } from "../../keep-when-offline.ts";
import { openAdmin } from "../../open-admin.ts";
import { orNotFound } from "../../or-not-found.ts";
import { revalidateUnlessRefused } from "../../revalidate-unless-refused.ts";
import { PointRewardEditor } from "./point-reward-editor.tsx";

const NEW = "new";

export async function loader({ request, params, context: loadContext }: LoaderFunctionArgs) {
  const { context } = await openAdmin({ request, context: loadContext });
  const saved =
    params.pointRewardId === NEW
      ? null
      : await orNotFound(() => getManagedPointReward(context, addressId(params.pointRewardId)));
  return {
    saved: saved && { ...saved, id: String(saved.id) },
    currency: context.shop.currency,
    products: await searchProducts(context, ""),
  };
}

const submissionSchema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("save"), version: z.string(), input: z.unknown() }),
  z.object({ intent: z.literal("archive") }),
]);

export const action = formAction(
  submissionSchema,
  async ({ context, params, input: submission }) => {
    if (submission.intent === "archive") {
      await archivePointReward(context, addressId(params.pointRewardId));
      return { outcome: "archived" as const };
    }
    const { input, version } = submission;
    if (params.pointRewardId === NEW) {
      const { id } = await createPointReward(context, input);
      return { outcome: "created" as const, id: String(id) };
    }
    const edit = { id: addressId(params.pointRewardId), version, input };
    const { outcome } = await savePointReward(context, edit);
    return { outcome };
  },
);

export const clientAction = ({ serverAction }: ClientActionFunctionArgs) =>
  keepWhenOffline(() => serverAction<typeof action>());

/** What was just archived cannot be read again. */
export const shouldRevalidate: ShouldRevalidateFunction = (change) =>
  change.actionResult?.outcome !== "archived" && revalidateUnlessRefused(change);

export default function LoyaltyPointReward() {
  const data = useLoaderData<typeof loader>();
  return <PointRewardEditor key={data.saved?.id ?? NEW} {...data} />;
}
