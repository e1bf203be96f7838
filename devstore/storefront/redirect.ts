/** Sends the browser to another page of the store with GET, setting cookies on the way. */
export function seeOther(path: string, cookies: string[] = []): Response {
  const headers = new Headers({ location: path, "cache-control": "no-store" });
  for (const cookie of cookies) headers.append("set-cookie", cookie);
  return new Response(null, { status: 303, headers });
}

/** A path of this store that a form asks to be sent back to; anything else becomes `fallback`. */
export function localPath(wanted: string | null | undefined, fallback: string): string {
  if (!wanted?.startsWith("/")) return fallback;
  const base = "http://store.invalid";
  try {
    const url = new URL(wanted, base);
    return url.origin === base ? `${url.pathname}${url.search}${url.hash}` : fallback;
  } catch {
    return fallback;
  }
}
