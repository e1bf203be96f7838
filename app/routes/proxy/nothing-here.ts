import { AppError } from "#app/core/app-error.ts";
import type { RouteArguments } from "#app/http/load-context.ts";
import { refuseProxied } from "#app/http/refuse-proxied.ts";

const refuse = async ({ request, context }: RouteArguments): Promise<Response> =>
  refuseProxied(new AppError("not_found", "There is nothing at this address."), {
    headers: {},
    log: context.app.log,
    request,
  });

export { refuse as action, refuse as loader };
