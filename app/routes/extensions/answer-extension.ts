import type { AppLoadContext } from "@remix-run/node";
import { z } from "zod";
import type { ShopContext } from "#app/domain/context.ts";
import { jsonResponse, markPrivate } from "#app/http/respond.ts";
import { isAppError } from "#app/lib/app-error.ts";
import { openAdmin } from "../admin/open-admin.ts";

/** By which an extension chooses its own translated words, each with its status and a sentence for developers. */
const ERRORS = {
  unreadable: [400, "The request is not what this route takes."],
  signed_out: [401, "Send a valid session token as a bearer token."],
  access_lost: [403, "The app is no longer connected to the store. Open the app once."],
  product_gone: [404, "There is no such product or variant."],
  group_gone: [404, "There is no such plan group."],
  wrong_method: [405, "This route takes GET and POST."],
  failed: [500, "Something went wrong on this server. Its log has the details."],
  refused: [502, "The platform refused the change."],
  not_answered: [503, "The platform did not answer. The change may have been made."],
} as const satisfies Record<string, readonly [number, string]>;

export type ExtensionError = keyof typeof ERRORS;

/**
 * An extension runs on an origin of the platform's own, in a worker, without cookies. Any origin may ask, because
 * only the session token in a header, which no other page has, decides what is answered.
 */
const CORS = {
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Allow-Methods": "GET, POST",
  "Access-Control-Allow-Headers": "Authorization, Content-Type",
  "Access-Control-Max-Age": "7200",
};

export interface ExtensionArguments {
  request: Request;
  context: AppLoadContext;
}

/**
 * Answers a call of an admin extension as JSON: the preflight, and then, signed in by the session token, what `work`
 * answers. Whatever goes wrong, also in signing in, becomes `{ error: { code, message } }` that the extension may
 * read.
 */
export async function answerExtension(
  { request, context: loadContext }: ExtensionArguments,
  work: (context: ShopContext) => Promise<object | ExtensionError>,
): Promise<Response> {
  if (request.method === "OPTIONS") return new Response(null, { status: 204, headers: CORS });
  try {
    // In an address it would stay in histories and logs, and the platform sends it in the header.
    if (!request.headers.get("authorization")?.startsWith("Bearer ")) return refuse("signed_out");
    const { context } = await openAdmin({ request, context: loadContext });
    const answer = await work(context);
    return typeof answer === "string" ? refuse(answer) : respond(200, answer);
  } catch (thrown) {
    if (thrown instanceof Response) {
      return refuse(thrown.status === 503 ? "not_answered" : "signed_out");
    }
    const isUnreadable =
      thrown instanceof z.ZodError || (isAppError(thrown) && thrown.code === "malformed_request");
    if (isUnreadable) return refuse("unreadable");
    loadContext.app.log.error({ err: thrown }, "a call of an extension failed");
    return refuse("failed");
  }
}

function refuse(code: ExtensionError): Response {
  const [status, message] = ERRORS[code];
  return respond(status, { error: { code, message } });
}

function respond(status: number, body: object): Response {
  const headers = { ...CORS };
  markPrivate(headers);
  return jsonResponse(status, body, headers);
}
