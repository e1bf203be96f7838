import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

/** What the platform publishes of its Liquid, in the copy that comes with Theme Check. */
export function publishedData(file: string): unknown {
  const themeCheck = createRequire(import.meta.url).resolve("@shopify/theme-check-node");
  const path = createRequire(themeCheck).resolve(`@shopify/theme-check-docs-updater/data/${file}`);
  return JSON.parse(readFileSync(path, "utf8"));
}
