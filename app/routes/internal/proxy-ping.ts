import { verifySignature } from "#app/http/authenticate-proxy.ts";
import type { RouteArguments } from "#app/http/load-context.ts";
import { jsonResponse } from "#app/http/respond.ts";
import { isAppError } from "#app/lib/app-error.ts";

/** Says whether a request came through the store's app proxy, signed. Read by the checks of the installation. */
export const loader = async ({ request, context }: RouteArguments): Promise<Response> => {
  try {
    const { shopDomain, pathPrefix } = verifySignature({ url: new URL(request.url), context });
    return jsonResponse(200, { signed: true, shop: shopDomain, path_prefix: pathPrefix });
  } catch (error) {
    if (!isAppError(error)) throw error;
    return jsonResponse(401, { signed: false, message: error.message });
  }
};
