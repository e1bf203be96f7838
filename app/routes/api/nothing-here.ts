import { AppError } from "#app/core/app-error.ts";
import { coreInterface } from "#app/http/interfaces/core-interface.ts";
import type { RouteArguments } from "#app/http/load-context.ts";

const refuse = async ({ request, context }: RouteArguments): Promise<Response> =>
  coreInterface.refuse(new AppError("not_found", "There is nothing at this address."), {
    headers: {},
    log: context.app.log,
    request,
  });

export { refuse as action, refuse as loader };
