import { createRequestHandler, type ServerBuild } from "@remix-run/node";
import type { LoadContext } from "#app/http/load-context.ts";
import { MAX_FORM_BYTES, readBodyBytes } from "#app/http/read-body.ts";
import { isAppError } from "#app/lib/app-error.ts";
import { MOST_BYTES } from "#app/lib/csv-file-limits.ts";
import type { FilePageHandle } from "#app/routes/admin/input/read-upload.ts";
import { routePath } from "./route-path.ts";
import { refuseMethod, withUsualHeaders } from "./usual-headers.ts";

/** A file, and what its form adds to it. */
const MAX_FILE_FORM_BYTES = MOST_BYTES + 16 * 1024;

/** Pages are read, and forms are sent with POST: the router would run a page's action for other methods, too. */
const TAKEN = ["GET", "HEAD", "POST"];

/**
 * Answers requests for pages by Remix. A form is read whole before that, up to a limit, only from a page of ours and only of
 * whom the platform has signed in: each form of the admin is guarded, also those that are still to come.
 */
export function createPageHandler(
  build: ServerBuild,
  context: LoadContext,
): (request: Request) => Promise<Response> {
  const handle = createRequestHandler(build, "production");
  const filePages = listFilePages(build);
  return async (request) => {
    if (!TAKEN.includes(request.method)) return refuseMethod(TAKEN.join(", "));
    return withUsualHeaders(await answer(request));
  };

  async function answer(request: Request): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url);
    // The router would log each such request as a failure: our pages ask for their data in another way.
    if (searchParams.has("_data")) return plain(400, "This address cannot be read.");
    // The router would write the whole address to standard error.
    if (!isDecodable(pathname)) return plain(400, "This address cannot be read.");
    // No page of ours asks for it, and the database cannot be asked for it.
    if (request.url.includes("%00")) return plain(400, "This address cannot be read.");
    if (request.method === "GET" || request.method === "HEAD") {
      return handle(request, { ...context });
    }
    if (!isFromOurPage(request, context.environment.APP_URL)) {
      return plain(403, "This form was not sent from a page of the app.");
    }
    // Scripts send a form to the page's address with `.data` after it.
    const hasFile = filePages.has(pathname.replace(/\.data$/, ""));
    try {
      // What a stranger sends stays unread: the page tells them to sign in without it.
      const isSigned = (await context.signIn.signedShop(request)) !== null;
      const body = isSigned ? await readForm(request, hasFile) : Buffer.alloc(0);
      const { method, headers, signal } = request;
      const read = new Request(request.url, {
        method,
        headers,
        signal,
        ...(body.length > 0 && { body }),
      });
      return await handle(read, { ...context });
    } catch (error) {
      if (isAppError(error)) return plain(413, error.message);
      throw error;
    }
  }
}

/** The addresses of the pages that say that they take a file. */
export function listFilePages({ routes }: Pick<ServerBuild, "routes">): Set<string> {
  const taking = Object.values(routes).filter(
    (route) => (route?.module.handle as Partial<FilePageHandle> | undefined)?.takesFile,
  );
  return new Set(taking.map((route) => routePath(routes, route?.id)));
}

/**
 * A file that is too large by its own header is left unread: its form says so in its own words, which it
 * knows by the same header.
 */
async function readForm(request: Request, hasFile: boolean): Promise<Buffer<ArrayBuffer>> {
  const limit = hasFile ? MAX_FILE_FORM_BYTES : MAX_FORM_BYTES;
  const isTooLarge = Number(request.headers.get("content-length") ?? 0) > limit;
  return hasFile && isTooLarge ? Buffer.alloc(0) : readBodyBytes(request, limit);
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

/** Browsers name the page that sends a form; what names none is no browser, and carries no cookie of one. */
function isFromOurPage(request: Request, appUrl: string): boolean {
  const origin = request.headers.get("origin");
  return (
    origin === null || origin === new URL(appUrl).origin || origin === new URL(request.url).origin
  );
}

function plain(status: number, text: string): Response {
  return new Response(text, {
    status,
    headers: { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" },
  });
}
