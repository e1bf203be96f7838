import type { LoaderFunctionArgs } from "@remix-run/node";
import { isPlatformFailure } from "#app/platform/platform-failure.ts";
import { openAdmin } from "../open-admin.ts";

/** Products that match the words typed in an editor of plans. */
export async function loader({ request, context: loadContext }: LoaderFunctionArgs) {
  const { context } = await openAdmin({ request, context: loadContext });
  const words = (new URL(request.url).searchParams.get("words") ?? "").slice(0, 200);
  try {
    return { products: (await context.platform.searchProducts(words, null)).items };
  } catch (error) {
    if (!isPlatformFailure(error)) throw error;
    context.log.warn({ err: error }, "products could not be searched");
    return { products: [] };
  }
}
