import { answerDocs } from "#app/http/answer-docs.ts";
import type { RouteArguments } from "#app/http/load-context.ts";

/** The first page of the documents about the APIs. */
export const loader = ({ context }: RouteArguments): Promise<Response> =>
  answerDocs("start", context);
