import { brotliCompressSync, constants, gzipSync } from "node:zlib";

export interface ServedAsset {
  content: Buffer<ArrayBuffer>;
  type: string;
  version: string;
}

const compressed = new Map<string, Buffer<ArrayBuffer>>();
const compressible = /^(text\/|image\/svg|application\/json)/;

/**
 * Answers a file as the platform's CDN does: compressed, and kept by the browser for a year because its
 * address changes with its content. An address which does not (`immutable: false`) is asked for again.
 */
export function serveAsset(
  request: Request,
  asset: ServedAsset,
  options: { immutable: boolean } = { immutable: true },
): Response {
  const headers = new Headers({
    "content-type": asset.type,
    "cache-control": options.immutable ? "public, max-age=31536000, immutable" : "no-cache",
    etag: `"${asset.version}"`,
    "access-control-allow-origin": "*",
    "timing-allow-origin": "*",
    "x-content-type-options": "nosniff",
    vary: "Accept-Encoding",
  });
  if (request.headers.get("if-none-match") === `"${asset.version}"`) {
    return new Response(null, { status: 304, headers });
  }
  const encoding = encodingFor(request, asset);
  if (encoding !== null) headers.set("content-encoding", encoding);
  return new Response(encodingOf(asset, encoding), { headers });
}

function encodingFor(request: Request, asset: ServedAsset): "br" | "gzip" | null {
  if (!compressible.test(asset.type) || asset.content.length < 256) return null;
  const accepted = (request.headers.get("accept-encoding") ?? "").split(/\s*,\s*/);
  if (accepted.includes("br")) return "br";
  return accepted.includes("gzip") ? "gzip" : null;
}

function encodingOf(asset: ServedAsset, encoding: "br" | "gzip" | null): Buffer<ArrayBuffer> {
  if (encoding === null) return asset.content;
  const key = `${asset.version} ${encoding}`;
  const known = compressed.get(key);
  if (known !== undefined) return known;
  const fresh =
    encoding === "gzip"
      ? gzipSync(asset.content)
      : brotliCompressSync(asset.content, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } });
  compressed.set(key, fresh);
  return fresh;
}
