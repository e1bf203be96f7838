/** A JSON answer. `headers` may carry what the border has already set. */
export function jsonResponse(
  status: number,
  body: unknown,
  headers: Headers = new Headers(),
): Response {
  headers.set("Content-Type", "application/json; charset=utf-8");
  return new Response(JSON.stringify(body), { status, headers });
}

/** An answer to a request that carried a secret: kept nowhere, and its address is passed on to nobody. */
export function markPrivate(headers: Headers): void {
  headers.set("Cache-Control", "no-store");
  headers.set("Referrer-Policy", "no-referrer");
}
