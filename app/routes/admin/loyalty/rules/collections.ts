import type { LoaderFunctionArgs } from "@remix-run/node";
import { isPlatformFailure } from "#app/platform/platform-failure.ts";
import { openAdmin } from "../../open-admin.ts";

/** Collections that match the words typed in the editor of rules; none while the platform does not answer. */
export async function loader({ request, context: loadContext }: LoaderFunctionArgs) {
  const { context } = await openAdmin({ request, context: loadContext });
  const words = (new URL(request.url).searchParams.get("words") ?? "").slice(0, 200);
  try {
    return { collections: await context.platform.searchCollections(words) };
  } catch (error) {
    if (!isPlatformFailure(error)) throw error;
    context.log.warn({ err: error }, "collections could not be searched");
    return { collections: [] };
  }
}
