import type { RouteArguments } from "#app/http/load-context.ts";

/**
 * `/auth/session-token` and `/auth/exit-iframe`: the pages by which the platform's library fetches a
 * fresh session token, or leaves the frame. The library itself answers by throwing the page.
 */
export const loader = async ({ request, context }: RouteArguments): Promise<Response> => {
  await context.signIn.authenticateAdmin(request);
  return new Response(null, { status: 204 });
};
