import { answerDocs } from "#app/http/answer-docs.ts";
import type { RouteArguments } from "#app/http/load-context.ts";

/** A page of the merchant's guide. */
export const loader = ({ params, context }: RouteArguments): Promise<Response> =>
  answerDocs(`guide/${params.page ?? ""}`, context);
