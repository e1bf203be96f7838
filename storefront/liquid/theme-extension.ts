import type { BlockSchema } from "./block-schema.ts";

export interface ExtensionAsset {
  /** File name below `assets/`, the only folder the platform serves. */
  name: string;
  path: string;
  sizeBytes: number;
}

export interface ExtensionBlock {
  /** File name below `blocks/` without its ending; what a theme refers to. */
  handle: string;
  /** The Liquid without its schema and documentation, with line numbers kept. */
  source: string;
  schema: BlockSchema;
  sizeBytes: number;
}

export interface ExtensionSnippet {
  handle: string;
  source: string;
  sizeBytes: number;
}

/** Nested words of one language: leaves are strings. */
export interface LocaleTree {
  [key: string]: string | LocaleTree;
}

export interface LocaleFile {
  tree: LocaleTree;
  sizeBytes: number;
}

/** A theme app extension as it lies in its folder. */
export interface ThemeExtension {
  directory: string;
  /** From `shopify.extension.toml`. */
  handle: string;
  /** Changes whenever any file of the extension does; part of every asset's address. */
  version: string;
  blocks: ReadonlyMap<string, ExtensionBlock>;
  snippets: ReadonlyMap<string, ExtensionSnippet>;
  assets: ReadonlyMap<string, ExtensionAsset>;
  /** What shoppers read, by language tag. */
  locales: ReadonlyMap<string, LocaleFile>;
  /** What merchants read in the theme editor, by language tag. */
  schemaLocales: ReadonlyMap<string, LocaleFile>;
  /** The language of `<tag>.default.json`, to which every other falls back. */
  defaultLocale: string;
}
