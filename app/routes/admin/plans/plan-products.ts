import type { LoaderFunctionArgs } from "@remix-run/node";
import { searchProducts } from "#app/domain/plans/search-products.ts";
import { shortened } from "#app/lib/storable-text.ts";
import { openAdmin } from "../open-admin.ts";

/** Products that match the words typed in an editor of plans. */
export async function loader({ request, context: loadContext }: LoaderFunctionArgs) {
  const { context } = await openAdmin({ request, context: loadContext });
  const words = shortened(new URL(request.url).searchParams.get("words") ?? "", 200);
  return { products: await searchProducts(context, words) };
}
