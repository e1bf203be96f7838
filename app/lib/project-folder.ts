import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

/**
 * The folder of the whole project, wherever this code runs: from its sources, or bundled into `build/`.
 *
 * @throws Error when no folder above holds the app's own file.
 */
export function projectFolder(): string {
  let folder = import.meta.dirname;
  while (!existsSync(join(folder, "shopify.app.toml"))) {
    const above = dirname(folder);
    if (above === folder) throw new Error("shopify.app.toml is not in any folder above the code.");
    folder = above;
  }
  return folder;
}
