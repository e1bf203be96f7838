import { readFileSync } from "node:fs";
import type { ThemeExtension } from "#storefront/liquid/theme-extension.ts";
import { contentTypeOf } from "../assets/content-type.ts";
import { serveAsset } from "../assets/serve-asset.ts";

const plain = { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" };

/** A file of the extension, at an address that holds the extension's version: another version is not there. */
export function serveExtensionAsset(
  extension: ThemeExtension | null,
  request: Request,
  wanted: { version: string; handle: string; name: string },
): Response {
  const asset = extension?.assets.get(wanted.name);
  const known = wanted.version === extension?.version && wanted.handle === extension.handle;
  if (asset === undefined || !known) {
    return new Response("Not found\n", { status: 404, headers: plain });
  }
  return serveAsset(request, {
    content: readFileSync(asset.path),
    type: contentTypeOf(asset.name),
    version: `${wanted.version}-${asset.name}`,
  });
}
