import type { AdminLink } from "./admin-link.ts";

/** Sent by the app's server when a token was too old: retry with a fresh one. */
const retryHeader = "X-Shopify-Retry-Invalid-Session-Request";
/** Sent when the merchant has to be led elsewhere first. */
const leaveHeader = "X-Shopify-API-Request-Failure-Reauthorize-Url";

/** Gives every request to the app's own server the merchant's session token. */
export function patchFetch(link: AdminLink): void {
  const original = window.fetch.bind(window);
  window.fetch = async (input, init) => {
    const request = new Request(input, init);
    if (new URL(request.url).origin !== location.origin || request.headers.has("Authorization")) {
      return original(request);
    }
    const again = request.clone();
    const answer = await original(await withToken(link, request));
    const leaveFor = answer.headers.get(leaveHeader);
    if (leaveFor !== null) {
      link.send({ type: "redirect", url: new URL(leaveFor, location.href).href, newTab: false });
      return answer;
    }
    if (answer.status !== 401 || !answer.headers.has(retryHeader)) return answer;
    return original(await withToken(link, again));
  };
}

async function withToken(link: AdminLink, request: Request): Promise<Request> {
  const headers = new Headers(request.headers);
  headers.set("Authorization", `Bearer ${await link.ask<string>("idToken")}`);
  headers.set("X-Requested-With", "XMLHttpRequest");
  return new Request(request, { headers });
}
