import { AppError } from "#app/core/app-error.ts";
import type { BorderArguments } from "#app/http/border-context.ts";
import { coreInterface } from "#app/http/interfaces/core-interface.ts";
import { type AnswerHeaders, markPrivate } from "#app/http/respond.ts";

const refuse = async ({ request, context }: BorderArguments): Promise<Response> => {
  const headers: AnswerHeaders = {};
  markPrivate(headers);
  const error = new AppError("not_found", "There is nothing at this address.");
  return coreInterface.refuse(error, { headers, log: context.app.log, request });
};

export { refuse as action, refuse as loader };
