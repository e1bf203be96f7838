import { answerDocs } from "#app/http/answer-docs.ts";
import type { RouteArguments } from "#app/http/load-context.ts";

/** Any other page of the documents, and what the pages load. */
export const loader = ({ params, context }: RouteArguments): Promise<Response> =>
  answerDocs(params.page ?? "", context);
