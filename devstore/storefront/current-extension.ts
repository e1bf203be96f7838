import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { readExtension } from "#storefront/liquid/read-extension.ts";
import type { ThemeExtension } from "#storefront/liquid/theme-extension.ts";

const folders = ["", "assets", "blocks", "locales", "snippets"];

/**
 * The app's theme extension as it lies on disk now: a developer who saves a block and loads the page
 * again sees the change. A file which the platform would not take is reported, and what was there before
 * it stays. Null while the folder is not there.
 */
export function watchExtension(directory: string): () => ThemeExtension | null {
  let extension: ThemeExtension | null = null;
  let fingerprint = "";
  return () => {
    const now = fingerprintOf(directory);
    if (now === fingerprint) return extension;
    fingerprint = now;
    try {
      extension = now === "" ? null : readExtension(directory);
    } catch (error) {
      console.error(`devstore: the theme extension cannot be read: ${(error as Error).message}`);
    }
    return extension;
  };
}

/** Grows out of every file's name, size and time; empty when there is no extension. */
function fingerprintOf(directory: string): string {
  if (!existsSync(join(directory, "shopify.extension.toml"))) return "";
  const parts: string[] = [];
  for (const folder of folders) {
    const path = join(directory, folder);
    if (!existsSync(path)) continue;
    for (const entry of readdirSync(path, { withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const { mtimeMs, size } = statSync(join(path, entry.name));
      parts.push(`${folder}/${entry.name} ${mtimeMs} ${size}`);
    }
  }
  return parts.join("\n");
}
