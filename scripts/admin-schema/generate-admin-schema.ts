/**
 * Writes devstore/schema/ from the published Admin schema, which the npm package @shopify/dev-mcp
 * carries: the whole schema without its descriptions, and what each part of it needs of a token.
 *
 *   node scripts/admin-schema/generate-admin-schema.ts [path of an unpacked package]
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import {
  buildClientSchema,
  buildSchema,
  type IntrospectionQuery,
  lexicographicSortSchema,
  printSchema,
} from "graphql";
import { type ScopeItem, scopeTable } from "./scope-table.ts";

const packageName = "@shopify/dev-mcp";
const apiVersion = "2026-10";
const outputFolder = new URL("../../devstore/schema/", import.meta.url);

interface PublishedSchema {
  data: IntrospectionQuery;
  offline_scopes: { items: ScopeItem[] };
}

function downloadPackage(folder: string): string {
  const name = execFileSync(
    "npm",
    ["pack", packageName, "--silent", "--pack-destination", folder],
    {
      encoding: "utf8",
    },
  ).trim();
  execFileSync("tar", ["-xzf", join(folder, name), "-C", folder]);
  return join(folder, "package");
}

function readPublished(packageFolder: string): { schema: PublishedSchema; version: string } {
  const { version } = JSON.parse(readFileSync(join(packageFolder, "package.json"), "utf8"));
  const file = join(packageFolder, "dist", "data", `admin_${apiVersion}.json.gz`);
  return { schema: JSON.parse(gunzipSync(readFileSync(file)).toString("utf8")), version };
}

/** A copy without any description; deprecation reasons are no descriptions and stay. */
function withoutDescriptions<T>(value: T): T {
  if (Array.isArray(value)) return value.map(withoutDescriptions) as T;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key, inner]) => key !== "description" || typeof inner === "object")
      .map(([key, inner]) => [key, key === "description" ? null : withoutDescriptions(inner)]),
  ) as T;
}

function headerComment(version: string): string {
  return [
    `# The Admin GraphQL schema ${apiVersion}, whole but for its descriptions.`,
    `# Taken from ${packageName} ${version} (dist/data/admin_${apiVersion}.json.gz) by scripts/admin-schema/generate-admin-schema.ts.`,
    "# That package is Copyright 2025-present, Shopify Inc., under the ISC License: permission to use, copy,",
    "# modify, and/or distribute it for any purpose with or without fee is granted, provided that the copyright",
    "# notice and the permission notice appear in all copies. It is provided as is, without warranty.",
    "",
    "",
  ].join("\n");
}

function main(): void {
  const scratch = mkdtempSync(join(tmpdir(), "admin-schema-"));
  try {
    const { schema, version } = readPublished(process.argv[2] ?? downloadPackage(scratch));
    const published = buildClientSchema(withoutDescriptions(schema.data));
    const sdl = printSchema(published);
    const reread = printSchema(lexicographicSortSchema(buildSchema(sdl)));
    if (reread !== printSchema(lexicographicSortSchema(published))) {
      throw new Error("the schema is not the same once it has been written and read");
    }
    writeFileSync(
      new URL(`admin-${apiVersion}.graphql`, outputFolder),
      headerComment(version) + sdl,
    );
    writeFileSync(
      new URL("access-scopes.json", outputFolder),
      `${scopeTable(schema.offline_scopes.items, `${packageName} ${version}`)}\n`,
    );
    console.log(`devstore/schema: ${apiVersion} from ${packageName} ${version}`);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

main();
