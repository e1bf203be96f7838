import type { LoaderFunctionArgs } from "@remix-run/node";
import { searchCollections } from "#app/domain/loyalty/rules/search-collections.ts";
import { shortened } from "#app/lib/storable-text.ts";
import { openAdmin } from "../../open-admin.ts";

/** Collections that match the words typed in the editor of rules. */
export async function loader({ request, context: loadContext }: LoaderFunctionArgs) {
  const { context } = await openAdmin({ request, context: loadContext });
  const words = shortened(new URL(request.url).searchParams.get("words") ?? "", 200);
  return { collections: await searchCollections(context, words) };
}
