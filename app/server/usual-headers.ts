/** What every answer has that says nothing else: it is of its type, and nobody keeps it. */
export function withUsualHeaders(response: Response): Response {
  response.headers.set("X-Content-Type-Options", "nosniff");
  if (!response.headers.has("Cache-Control")) response.headers.set("Cache-Control", "no-store");
  return response;
}

/** The answer to a method that an address does not take. @param allowed those that it takes: `GET, HEAD`. */
export function refuseMethod(allowed: string): Response {
  return withUsualHeaders(
    new Response(`This address takes ${allowed}.`, {
      status: 405,
      headers: { Allow: allowed, "Content-Type": "text/plain; charset=utf-8" },
    }),
  );
}
