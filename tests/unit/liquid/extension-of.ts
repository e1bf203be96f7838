import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import { readExtension } from "#storefront/liquid/read-extension.ts";
import type { ThemeExtension } from "#storefront/liquid/theme-extension.ts";

/** Writes the files of a small extension into a new folder and reads it as the platform would. */
export function extensionOf(files: Record<string, string>): ThemeExtension {
  const directory = mkdtempSync(join(tmpdir(), "theme-extension-"));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  const all = {
    "shopify.extension.toml": 'name = "fixture"\ntype = "theme"\n',
    "locales/en.default.json": "{}",
    ...files,
  };
  for (const [name, content] of Object.entries(all)) {
    mkdirSync(dirname(join(directory, name)), { recursive: true });
    writeFileSync(join(directory, name), content);
  }
  return readExtension(directory);
}

/** A block file: Liquid, and a schema with what the test cares about. */
export function blockFile(liquid: string, schema: Record<string, unknown> = {}): string {
  const full = { name: "Fixture", target: "section", settings: [], ...schema };
  return `${liquid}{% schema %}${JSON.stringify(full)}{% endschema %}`;
}
