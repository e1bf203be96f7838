import type { LoaderFunctionArgs } from "@remix-run/node";
import { searchProducts } from "#app/domain/plans/search-products.ts";
import { openAdmin } from "../open-admin.ts";

/** Products that match the words typed in an editor of plans. */
export async function loader({ request, context: loadContext }: LoaderFunctionArgs) {
  const { context } = await openAdmin({ request, context: loadContext });
  const words = (new URL(request.url).searchParams.get("words") ?? "").slice(0, 200);
  return { products: await searchProducts(context, words) };
}
