import { answersAnyMethod } from "#app/http/any-method.ts";
import type { ApiArguments } from "#app/http/api-context.ts";
import { verifySignature } from "#app/http/authenticate-proxy.ts";
import { toProxiedErrorResponse } from "#app/http/proxied-errors.ts";
import { type AnswerHeaders, markPrivate } from "#app/http/respond.ts";
import { AppError } from "#app/lib/app-error.ts";

const answerNotFound = answersAnyMethod(
  async ({ request, context }: ApiArguments): Promise<Response> => {
    const headers: AnswerHeaders = {};
    markPrivate(headers);
    const errorContext = { headers, log: context.app.log, request };
    try {
      verifySignature({ url: new URL(request.url), context });
      return toProxiedErrorResponse(
        new AppError("not_found", "No such endpoint. See /docs."),
        errorContext,
      );
    } catch (error) {
      return toProxiedErrorResponse(error, errorContext);
    }
  },
);

export { answerNotFound as action, answerNotFound as loader };
