import { answersAnyMethod } from "#app/http/any-method.ts";
import type { ApiArguments } from "#app/http/api-context.ts";
import { type AnswerHeaders, markPrivate } from "#app/http/respond.ts";
import { AppError } from "#app/lib/app-error.ts";
import { restApi } from "#app/routes/rest/rest-api.ts";

const answerNotFound = answersAnyMethod(
  async ({ request, context }: ApiArguments): Promise<Response> => {
    const headers: AnswerHeaders = {};
    markPrivate(headers);
    const error = new AppError("not_found", "No such endpoint. See /docs.");
    return restApi.toErrorResponse(error, { headers, log: context.app.log, request });
  },
);

export { answerNotFound as action, answerNotFound as loader };
