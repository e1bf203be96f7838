import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { parse as parseToml } from "smol-toml";
import { type BlockSchema, parseBlockSchema } from "./block-schema.ts";
import type {
  ExtensionAsset,
  ExtensionBlock,
  ExtensionSnippet,
  LocaleFile,
  LocaleTree,
  ThemeExtension,
} from "./theme-extension.ts";

/** Says which file of an extension the platform would refuse, and why. */
class ExtensionError extends Error {
  readonly file: string;

  constructor(file: string, reason: string) {
    super(`${file}: ${reason}`);
    this.file = file;
  }
}

/**
 * Reads a theme app extension from its folder. Throws `ExtensionError` for what the platform refuses to
 * take at all: a missing default language, a file that is no JSON, a block without exactly one schema.
 */
export function readExtension(directory: string): ThemeExtension {
  const hash = createHash("sha256");
  const read = (folder: string, ending: string): Map<string, Buffer> => {
    const files = new Map<string, Buffer>();
    for (const name of filesIn(join(directory, folder), ending)) {
      const content = readFileSync(join(directory, folder, name));
      hash.update(`${folder}/${name}\n${content.length}\n`).update(content);
      files.set(name, content);
    }
    return files;
  };
  const toml = readFileSync(join(directory, "shopify.extension.toml"));
  hash.update(toml);
  const localeFiles = read("locales", ".json");
  const extension = {
    directory,
    handle: extensionHandle(toml.toString("utf8"), directory),
    blocks: mapOf(read("blocks", ".liquid"), readBlock),
    snippets: mapOf(read("snippets", ".liquid"), readSnippet),
    assets: mapOf(read("assets", ""), (name, content) => readAsset(directory, name, content)),
    locales: readLocales(localeFiles, false),
    schemaLocales: readLocales(localeFiles, true),
    defaultLocale: defaultLocaleOf([...localeFiles.keys()]),
  };
  return { ...extension, version: hash.digest("hex").slice(0, 16) };
}

function filesIn(folder: string, ending: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => !name.startsWith(".") && name.endsWith(ending))
    .sort();
}

function mapOf<T>(
  files: Map<string, Buffer>,
  convert: (name: string, content: Buffer) => T,
): Map<string, T> {
  const entries = [...files].map(
    ([name, content]) => [basename(name, ".liquid"), convert(name, content)] as const,
  );
  return new Map(entries);
}

function extensionHandle(toml: string, directory: string): string {
  const config = parseToml(toml);
  const [first] = Array.isArray(config.extensions) ? config.extensions : [config];
  const entry = (first ?? config) as Record<string, unknown>;
  const handle = entry.handle ?? entry.name;
  return typeof handle === "string" ? handle : basename(directory);
}

function readBlock(name: string, content: Buffer): ExtensionBlock {
  const file = `blocks/${name}`;
  const schemas: string[] = [];
  const source = blankTag(withoutDocumentation(content.toString("utf8")), "schema", (body) => {
    schemas.push(body);
  });
  const [schemaText] = schemas;
  if (schemaText === undefined || schemas.length > 1) {
    throw new ExtensionError(file, `needs exactly one {% schema %}, and has ${schemas.length}`);
  }
  return {
    handle: basename(name, ".liquid"),
    source,
    schema: schemaFrom(file, schemaText),
    sizeBytes: content.length,
  };
}

function schemaFrom(file: string, text: string): BlockSchema {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw new ExtensionError(file, `its schema is no JSON (${(error as Error).message})`);
  }
  const schema = parseBlockSchema(json);
  if (schema === undefined) throw new ExtensionError(file, "its schema is not an object");
  return schema;
}

function readSnippet(name: string, content: Buffer): ExtensionSnippet {
  return {
    handle: basename(name, ".liquid"),
    source: withoutDocumentation(content.toString("utf8")),
    sizeBytes: content.length,
  };
}

function readAsset(directory: string, name: string, content: Buffer): ExtensionAsset {
  return { name, path: join(directory, "assets", name), sizeBytes: content.length };
}

/** `{% doc %}` is for developers: its text may hold Liquid that must not run. */
function withoutDocumentation(source: string): string {
  return blankTag(source, "doc", () => {});
}

/** Takes a raw tag out of a template; line breaks stay, so that errors name the right line. */
function blankTag(source: string, tag: string, take: (body: string) => void): string {
  const pattern = new RegExp(
    `\\{%-?\\s*${tag}\\s*-?%\\}([\\s\\S]*?)\\{%-?\\s*end${tag}\\s*-?%\\}`,
    "g",
  );
  return source.replace(pattern, (whole, body: string) => {
    take(body);
    return whole.replace(/[^\n]/g, "");
  });
}

const localeName = /^([a-z]{2,3}(?:-[A-Za-z]{2,4})?)(\.default)?(\.schema)?\.json$/;

function readLocales(files: Map<string, Buffer>, ofSchema: boolean): Map<string, LocaleFile> {
  const locales = new Map<string, LocaleFile>();
  for (const [name, content] of files) {
    const parts = localeName.exec(name);
    if (parts === null)
      throw new ExtensionError(`locales/${name}`, "is not named as a locale file");
    const [, tag, , schemaPart] = parts;
    if (tag === undefined || (schemaPart !== undefined) !== ofSchema) continue;
    locales.set(tag, { tree: localeTree(name, content), sizeBytes: content.length });
  }
  return locales;
}

function localeTree(name: string, content: Buffer): LocaleTree {
  try {
    return JSON.parse(content.toString("utf8")) as LocaleTree;
  } catch (error) {
    throw new ExtensionError(`locales/${name}`, `is no JSON (${(error as Error).message})`);
  }
}

function defaultLocaleOf(names: string[]): string {
  const tags = names.filter((name) => name.endsWith(".default.json"));
  const [first] = tags;
  if (first === undefined || tags.length > 1) {
    throw new ExtensionError("locales", `needs one <tag>.default.json, and has ${tags.length}`);
  }
  return first.replace(".default.json", "");
}
