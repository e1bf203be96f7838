import { randomBytes } from "node:crypto";
import { PassThrough } from "node:stream";
import { createReadableStreamFromReadable, type EntryContext } from "@remix-run/node";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import { renderToPipeableStream } from "react-dom/server";
import type { LoadContext } from "#app/http/load-context.ts";
import {
  scriptPolicy,
  setAdminPageHeaders,
} from "#app/platform/shopify/auth/admin-page-headers.ts";
import { NonceContext } from "#app/ui/nonce.ts";

/** How long a page waits for slow parts before it is sent without them. */
export const streamTimeout = 8_000;

/**
 * Streams a page: the shell at once, slow parts as they come. Every visitor gets the same, whatever
 * their browser calls itself.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remix: EntryContext,
  context: LoadContext,
): Promise<Response> {
  const { app, environment, signIn } = context;
  const shopDomain = await signIn.signedShop(request);
  const nonce = randomBytes(16).toString("base64");
  return new Promise((resolve, reject) => {
    let shellSent = false;
    const { pipe, abort } = renderToPipeableStream(
      <NonceContext.Provider value={nonce}>
        <RemixServer context={remix} url={request.url} nonce={nonce} />
      </NonceContext.Provider>,
      {
        nonce,
        onShellReady() {
          shellSent = true;
          headers.set("content-type", "text/html; charset=utf-8");
          headers.set("cache-control", "no-store");
          headers.set("referrer-policy", "no-referrer");
          headers.set("content-security-policy", scriptPolicy(nonce, signIn.appBridgeUrl));
          setAdminPageHeaders(headers, shopDomain, environment.DEVSTORE_URL ?? null);
          const body = new PassThrough();
          resolve(new Response(createReadableStreamFromReadable(body), { headers, status }));
          pipe(body);
        },
        onShellError: reject,
        onError(error) {
          // Errors of the shell are the caller's to log, by the rejection.
          if (shellSent)
            app.log.error({ err: error }, "a part of a page failed while it was streamed");
        },
      },
    );
    setTimeout(abort, streamTimeout + 1_000).unref();
  });
}

/** Called for anything but a Response that a loader or action throws. */
export function handleError(
  error: unknown,
  { request, context }: { request: Request; context: LoadContext },
): void {
  // A method or an address that no page has is the caller's mistake.
  const isClientError = isRouteErrorResponse(error) && error.status < 500;
  if (request.signal.aborted || isClientError) return;
  context.app.log.error({ err: error, path: new URL(request.url).pathname }, "a page failed");
}
