import type { LoaderFunctionArgs } from "@remix-run/node";
import { readTierPreview } from "#app/domain/loyalty/tiers/preview/read-tier-preview.ts";
import { addressId } from "../../input/read-id.ts";
import { openAdmin } from "../../open-admin.ts";
import { orNotFound } from "../../or-not-found.ts";
import { showTierPreview } from "./tier-preview-view.ts";

/** How far a preview of the tiers is, for the editor that started it. */
export async function loader({ request, params, context: loadContext }: LoaderFunctionArgs) {
  const { context, formats } = await openAdmin({ request, context: loadContext });
  const preview = await orNotFound(() => readTierPreview(context, addressId(params.previewId)));
  return Response.json(showTierPreview(preview, formats), {
    headers: { "cache-control": "no-store" },
  });
}
