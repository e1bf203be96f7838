import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";

/**
 * Changes with the name, size and time of every file of an extension's folder; empty where there is no
 * extension.
 */
export function fingerprintFolder(folder: string): string {
  if (!existsSync(join(folder, "shopify.extension.toml"))) return "";
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => {
      const path = join(entry.parentPath, entry.name);
      const { mtimeMs, size } = statSync(path);
      return `${path} ${mtimeMs} ${size}`;
    })
    .sort()
    .join("\n");
}
