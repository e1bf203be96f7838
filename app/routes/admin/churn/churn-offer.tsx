import type { LoaderFunctionArgs } from "@remix-run/node";
import {
  type ClientActionFunctionArgs,
  type ShouldRevalidateFunction,
  useLoaderData,
} from "@remix-run/react";
import { z } from "zod";
import { archiveOffer } from "#app/domain/churn/offers/archive-offer.ts";
import { getOffer } from "#app/domain/churn/offers/list-offers.ts";
import { createOffer, saveOffer } from "#app/domain/churn/offers/save-offer.ts";
import { formAction } from "../form-action.ts";
import { addressId } from "../input/read-id.ts";
import { keepWhenOffline } from "../keep-when-offline.ts";
import { openAdmin } from "../open-admin.ts";
import { orNotFound } from "../or-not-found.ts";
import { revalidateUnlessRefused } from "../revalidate-unless-refused.ts";
import { OfferEditor } from "./offer-editor.tsx";

const NEW = "new";

export async function loader({ request, params, context: loadContext }: LoaderFunctionArgs) {
  const { context } = await openAdmin({ request, context: loadContext });
  const { currency } = context.shop;
  if (params.offerId === NEW) return { offer: null, currency };
  const offer = await orNotFound(() => getOffer(context, addressId(params.offerId)));
  return { offer, currency };
}

const submissionSchema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("save"), version: z.string(), input: z.unknown() }),
  z.object({ intent: z.literal("archive") }),
]);

export const action = formAction(
  submissionSchema,
  async ({ context, params, input: submission }) => {
    if (submission.intent === "archive") {
      await archiveOffer(context, addressId(params.offerId));
      return { outcome: "archived" as const };
    }
    const { input, version } = submission;
    if (params.offerId === NEW) {
      const { id } = await createOffer(context, input);
      return { outcome: "created" as const, offerId: String(id) };
    }
    const offerId = addressId(params.offerId);
    const { outcome } = await saveOffer(context, { offerId, version, input });
    return { outcome };
  },
);

export const clientAction = ({ serverAction }: ClientActionFunctionArgs) =>
  keepWhenOffline(() => serverAction<typeof action>());

/** An offer that was just archived cannot be read again; its page is about to be left. */
export const shouldRevalidate: ShouldRevalidateFunction = (change) =>
  change.actionResult?.outcome !== "archived" && revalidateUnlessRefused(change);

export default function ChurnOffer() {
  const { offer, currency } = useLoaderData<typeof loader>();
  return <OfferEditor key={offer ? String(offer.id) : NEW} offer={offer} currency={currency} />;
}
