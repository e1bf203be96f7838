import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import type { ThemeExtension } from "#storefront/liquid/theme-extension.ts";

const kilobyte = 1024;

/** What the platform accepts of one theme app extension, or asks of it so that pages stay quick. */
const extensionLimits = {
  liquidBytes: 100 * kilobyte,
  blocks: 30,
  localeFileBytes: 15 * kilobyte,
  scriptGzipBytes: 10 * kilobyte,
  stylesheetBytes: 100 * kilobyte,
  totalBytes: 10 * kilobyte * kilobyte,
} as const;

/** Each limit that the extension breaks, in words; empty when it keeps all of them. */
export function checkExtensionLimits(extension: ThemeExtension): string[] {
  const problems: string[] = [];
  const check = (what: string, bytes: number, limit: number) => {
    if (bytes > limit) problems.push(`${what}: ${bytes} bytes, and ${limit} are allowed`);
  };
  const liquid = [...extension.blocks.values(), ...extension.snippets.values()];
  check("all Liquid", sumOf(liquid), extensionLimits.liquidBytes);
  if (extension.blocks.size > extensionLimits.blocks) {
    problems.push(`${extension.blocks.size} blocks, and ${extensionLimits.blocks} are allowed`);
  }
  for (const [kind, files] of [
    ["", extension.locales],
    [".schema", extension.schemaLocales],
  ] as const) {
    for (const [locale, file] of files) {
      check(`locales/${locale}${kind}`, file.sizeBytes, extensionLimits.localeFileBytes);
    }
  }
  for (const asset of extension.assets.values()) {
    if (asset.name.endsWith(".js")) {
      const gzipped = gzipSync(readFileSync(asset.path)).length;
      check(`assets/${asset.name} compressed`, gzipped, extensionLimits.scriptGzipBytes);
    }
    if (asset.name.endsWith(".css")) {
      check(`assets/${asset.name}`, asset.sizeBytes, extensionLimits.stylesheetBytes);
    }
  }
  const locales = [...extension.locales.values(), ...extension.schemaLocales.values()];
  const everything = [...liquid, ...extension.assets.values(), ...locales];
  check("the whole extension", sumOf(everything), extensionLimits.totalBytes);
  return problems;
}

function sumOf(files: Iterable<{ sizeBytes: number }>): number {
  let sum = 0;
  for (const file of files) sum += file.sizeBytes;
  return sum;
}
