import { PassThrough } from "node:stream";
import { createReadableStreamFromReadable, type EntryContext } from "@remix-run/node";
import { RemixServer } from "@remix-run/react";
import { renderToPipeableStream } from "react-dom/server";
import type { LoadContext } from "#app/http/load-context.ts";
import { setAdminPageHeaders } from "#app/platform/shopify/auth/admin-page-headers.ts";

/** How long a page may wait for slow parts before what is missing is given up. */
export const streamTimeout = 8_000;

/**
 * Streams a page: the shell at once, slow parts as they come. Every visitor gets the same, whatever
 * their browser calls itself.
 */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remix: EntryContext,
  context: LoadContext,
): Promise<Response> {
  const { app, environment } = context;
  const shopDomain = new URL(request.url).searchParams.get("shop");
  return new Promise((resolve, reject) => {
    let shellSent = false;
    const { pipe, abort } = renderToPipeableStream(
      <RemixServer context={remix} url={request.url} />,
      {
        onShellReady() {
          shellSent = true;
          headers.set("content-type", "text/html; charset=utf-8");
          headers.set("cache-control", "no-store");
          headers.set("referrer-policy", "no-referrer");
          headers.set("x-content-type-options", "nosniff");
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

/** Called for whatever a loader or action throws that is no Response. */
export function handleError(
  error: unknown,
  { request, context }: { request: Request; context: LoadContext },
): void {
  if (request.signal.aborted) return;
  context.app.log.error({ err: error, path: new URL(request.url).pathname }, "a page failed");
}
