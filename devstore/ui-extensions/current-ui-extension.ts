import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { readUiExtension, type UiExtension } from "./read-ui-extension.ts";

export type FoundUiExtension = { extension: UiExtension } | { problem: string } | null;

/**
 * The admin extension as it lies on disk now, read again when a file of it changed; why the platform would not take it;
 * or null while the folder is not there.
 */
export function watchUiExtension(folder: string, apiVersion: string): () => FoundUiExtension {
  let found: FoundUiExtension = null;
  let fingerprint = "";
  return () => {
    const now = fingerprintOf(folder);
    if (now === fingerprint) return found;
    fingerprint = now;
    try {
      found = now === "" ? null : { extension: readUiExtension(folder, apiVersion) };
    } catch (error) {
      found = { problem: (error as Error).message };
      console.error(`devstore: the admin extension cannot be read: ${found.problem}`);
    }
    return found;
  };
}

function fingerprintOf(folder: string): string {
  if (!existsSync(join(folder, "shopify.extension.toml"))) return "";
  const parts: string[] = [];
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const { mtimeMs, size } = statSync(path);
    parts.push(`${path} ${mtimeMs} ${size}`);
  }
  return parts.sort().join("\n");
}
