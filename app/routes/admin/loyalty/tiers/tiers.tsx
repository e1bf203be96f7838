import type { LoaderFunctionArgs } from "@remix-run/node";
import {
  type ClientActionFunctionArgs,
  type ShouldRevalidateFunction,
  useLoaderData,
} from "@remix-run/react";
import { z } from "zod";
import { countByTier } from "#app/domain/loyalty/tiers/count-by-tier.ts";
import { startTierPreview } from "#app/domain/loyalty/tiers/preview/start-tier-preview.ts";
import { readLadders } from "#app/domain/loyalty/tiers/read-ladders.ts";
import { saveLadder } from "#app/domain/loyalty/tiers/save-ladder.ts";
import { searchProducts } from "#app/domain/plans/search-products.ts";
import { formAction } from "../../form-action.ts";
import { keepWhenOffline } from "../../keep-when-offline.ts";
import { openAdmin } from "../../open-admin.ts";
import { revalidateUnlessRefused } from "../../revalidate-unless-refused.ts";
import { TiersEditor } from "./tiers-editor.tsx";

export async function loader({ request, context: loadContext }: LoaderFunctionArgs) {
  const { context } = await openAdmin({ request, context: loadContext });
  const { db, shop } = context;
  const [ladders, counts, products] = await Promise.all([
    readLadders(db.prisma, shop.id),
    countByTier(context),
    searchProducts(context, ""),
  ]);
  const ladder = ladders.at(-1);
  return {
    version: ladder?.version ?? 0,
    ladder: ladder ? { basis: ladder.basis, tiers: ladder.tiers } : null,
    counts: Object.fromEntries(counts),
    ...{ currency: shop.currency, products },
  };
}

const submissionSchema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("save"), version: z.int().min(0), input: z.unknown() }),
  z.object({ intent: z.literal("preview"), key: z.uuid(), input: z.unknown() }),
]);

export const action = formAction(submissionSchema, async ({ context, input: submission }) => {
  if (submission.intent === "preview") {
    const previewId = await startTierPreview(context, submission);
    return { outcome: "started" as const, previewId: String(previewId) };
  }
  const { outcome } = await saveLadder(context, submission);
  return { outcome };
});

export const clientAction = ({ serverAction }: ClientActionFunctionArgs) =>
  keepWhenOffline(() => serverAction<typeof action>());

/** A preview changes nothing. */
export const shouldRevalidate: ShouldRevalidateFunction = (change) =>
  change.actionResult?.outcome !== "started" && revalidateUnlessRefused(change);

export default function LoyaltyTiers() {
  return <TiersEditor {...useLoaderData<typeof loader>()} />;
}
