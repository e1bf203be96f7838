import { createHash } from "node:crypto";
import { fileURLToPath } from "node:url";
import { buildSync } from "esbuild";
import type { ServedAsset } from "./serve-asset.ts";

const built = new Map<string, ServedAsset>();

/**
 * A browser script of the development store, built from its TypeScript when first asked for and kept for
 * the life of the process.
 * @param entry of the script, as an address from `import.meta.url`.
 */
export function buildScript(entry: URL): ServedAsset {
  const path = fileURLToPath(entry);
  const known = built.get(path);
  if (known !== undefined) return known;
  const [output] = buildSync({
    entryPoints: [path],
    bundle: true,
    write: false,
    format: "iife",
    target: "es2022",
    minify: true,
  }).outputFiles;
  if (output === undefined) throw new Error(`${path} built to nothing`);
  const content = Buffer.from(output.contents);
  const asset = { content, type: "text/javascript; charset=utf-8", version: versionOf(content) };
  built.set(path, asset);
  return asset;
}

export function versionOf(content: Uint8Array): string {
  return createHash("sha256").update(content).digest("hex").slice(0, 16);
}
