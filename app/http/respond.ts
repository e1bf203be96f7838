/**
 * Headers of an answer, by their usual spelling. A plain object on purpose: the server writes one out
 * several times faster than a Headers.
 */
export type AnswerHeaders = Record<string, string>;

/** A JSON answer. `headers` is what has been decided before, and is the answer's from now on. */
export function jsonResponse(status: number, body: unknown, headers: AnswerHeaders = {}): Response {
  headers["Content-Type"] = "application/json; charset=utf-8";
  headers["X-Content-Type-Options"] = "nosniff";
  return new Response(JSON.stringify(body), { status, headers });
}

/** For responses to requests that carried a secret: not cached, and the address is not sent as a referrer. */
export function markPrivate(headers: AnswerHeaders): void {
  headers["Cache-Control"] = "no-store";
  headers["Referrer-Policy"] = "no-referrer";
}
