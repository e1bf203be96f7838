import { AppError } from "#app/core/app-error.ts";
import { verifySignature } from "#app/http/admit-proxy.ts";
import type { BorderArguments } from "#app/http/border-context.ts";
import { refuseProxied } from "#app/http/refuse-proxied.ts";
import { type AnswerHeaders, markPrivate } from "#app/http/respond.ts";

const refuse = async ({ request, context }: BorderArguments): Promise<Response> => {
  const headers: AnswerHeaders = {};
  markPrivate(headers);
  const refusal = { headers, log: context.app.log, request };
  try {
    verifySignature({ url: new URL(request.url), context });
    return refuseProxied(new AppError("not_found", "There is nothing at this address."), refusal);
  } catch (error) {
    return refuseProxied(error, refusal);
  }
};

export { refuse as action, refuse as loader };
