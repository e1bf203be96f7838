import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { buildSync } from "esbuild";
import { parse } from "smol-toml";
import { z } from "zod";
import { versionOf } from "../assets/build-script.ts";
import type { ServedAsset } from "../assets/serve-asset.ts";

/** What the platform takes of an extension's script. */
const MAX_SCRIPT_BYTES = 64 * 1024;

/** Those of the platform's many targets that the development store has a page for. */
export const PURCHASE_OPTION_TARGETS = {
  product: "admin.product-purchase-option.action.render",
  variant: "admin.product-variant-purchase-option.action.render",
} as const;

export type Words = { [key: string]: string | Words };

/** A UI extension as the platform holds it after `shopify app deploy`. */
export interface UiExtension {
  handle: string;
  targets: ReadonlySet<string>;
  /** One script for all targets; it registers each with `shopify.extend`. */
  script: ServedAsset;
  /** By language. */
  words: ReadonlyMap<string, Words>;
  defaultLocale: string;
}

const wordsSchema: z.ZodType<Words> = z.lazy(() =>
  z.record(z.string(), z.union([z.string(), wordsSchema])),
);

const tomlSchema = z.strictObject({
  api_version: z.string().regex(/^20\d\d-(01|04|07|10)$/),
  extensions: z.tuple([
    z.strictObject({
      type: z.literal("ui_extension"),
      name: z.string().min(1),
      handle: z.string().max(50),
      uid: z.string().optional(),
      targeting: z
        .array(
          z.strictObject({
            module: z.string().startsWith("./"),
            target: z.enum(Object.values(PURCHASE_OPTION_TARGETS)),
          }),
        )
        .min(1),
    }),
  ]),
});

/**
 * Reads an extension's folder and makes its script as the platform's command line does: one bundle, in which each
 * target's module is registered under the target's name.
 *
 * @throws Error with what the platform would not take.
 */
export function readUiExtension(folder: string, apiVersion: string): UiExtension {
  const toml = tomlSchema.parse(
    parse(readFileSync(join(folder, "shopify.extension.toml"), "utf8")),
  );
  const [{ handle, name, targeting }] = toml.extensions;
  if (toml.api_version > apiVersion) {
    throw new Error(`api_version ${toml.api_version} is not out yet: this store has ${apiVersion}`);
  }
  const { words, defaultLocale } = readLocales(join(folder, "locales"));
  const key = /^t:(.+)$/.exec(name)?.[1];
  if (key !== undefined && typeof words.get(defaultLocale)?.[key] !== "string") {
    throw new Error(`the default language has no text ${key} for the extension's name`);
  }
  return {
    handle,
    targets: new Set(targeting.map(({ target }) => target)),
    script: bundle(folder, targeting),
    words,
    defaultLocale,
  };
}

function bundle(folder: string, targeting: { module: string; target: string }[]): ServedAsset {
  const entry = targeting
    .map(
      ({ module, target }, at) =>
        `import Target_${at} from '${module}';shopify.extend('${target}', (...args) => Target_${at}(...args));`,
    )
    .join("\n");
  const [output] = buildSync({
    stdin: { contents: entry, resolveDir: folder, loader: "tsx" },
    bundle: true,
    write: false,
    format: "iife",
    target: "es2022",
    minify: true,
    logLevel: "silent",
    tsconfigRaw: {},
  }).outputFiles;
  if (output === undefined) throw new Error(`${folder} built to nothing`);
  const content = Buffer.from(output.contents);
  if (content.length > MAX_SCRIPT_BYTES) {
    throw new Error(`the script has ${content.length} bytes, and ${MAX_SCRIPT_BYTES} are allowed`);
  }
  return { content, type: "text/javascript; charset=utf-8", version: versionOf(content) };
}

function readLocales(folder: string): { words: Map<string, Words>; defaultLocale: string } {
  const words = new Map<string, Words>();
  let defaultLocale: string | null = null;
  for (const name of existsSync(folder) ? readdirSync(folder).sort() : []) {
    const [, locale = "", isDefault] =
      /^([a-z]{2}(?:-[A-Z]{2})?)(\.default)?\.json$/.exec(name) ?? [];
    if (locale === "") throw new Error(`locales/${name} is not the name of a language's file`);
    words.set(locale, wordsSchema.parse(JSON.parse(readFileSync(join(folder, name), "utf8"))));
    if (isDefault === undefined) continue;
    if (defaultLocale !== null) throw new Error("two languages are the default");
    defaultLocale = locale;
  }
  if (defaultLocale === null) throw new Error("no language is the default");
  return { words, defaultLocale };
}
