import type { FrameConfig } from "../../messages.ts";

/**
 * What the admin told the frame in its first address, and the page about the app's key. A later document in
 * the frame no longer bears it, and a frame may be denied storage: the admin says it again in its welcome.
 */
export function readFrameConfig(script: HTMLScriptElement | null): FrameConfig {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="shopify-api-key"]');
  const query = new URLSearchParams(location.search);
  return {
    apiKey: script?.dataset.apiKey ?? meta?.content ?? "",
    shop: query.get("shop") ?? "",
    host: query.get("host") ?? "",
    locale: query.get("locale") ?? "en-US",
  };
}
