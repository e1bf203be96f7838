import { readFileSync } from "node:fs";
import { join } from "node:path";
import { getNamedType, parse, TypeInfo, visit, visitWithTypeInfo } from "graphql";
import { describe, expect, test } from "vitest";
import { readAppScopes } from "#app/server/read-app-scopes.ts";
import { assertAccess } from "#devstore/admin-api/graphql/access-scopes.ts";
import { adminSchema } from "#devstore/admin-api/graphql/load-schema.ts";
import { readOperationFiles } from "#scripts/admin-schema/generate-platform-types.ts";
import { projectRoot } from "#scripts/files/project-root.ts";

const scopes = await readAppScopes();
const toml = readFileSync(join(projectRoot, "shopify.app.toml"), "utf8");
const document = parse(
  readOperationFiles()
    .map(({ text }) => text)
    .join("\n"),
);

/** The first place of our operations that a token with these scopes may not use. */
function firstDenied(granted: readonly string[]): string | null {
  const schema = adminSchema();
  const info = new TypeInfo(schema);
  let denied: string | null = null;
  visit(
    document,
    visitWithTypeInfo(info, {
      Field: (field) => {
        const parent = info.getParentType();
        const type = info.getType();
        if (!parent || !type || denied !== null) return;
        try {
          assertAccess(new Set(granted), parent.name, field.name.value, getNamedType(type).name);
        } catch {
          denied = `${parent.name}.${field.name.value}`;
        }
      },
    }),
  );
  return denied;
}

/** Needed for what the schema's table of scopes does not say. */
const BESIDE_THE_TABLE: Readonly<Record<string, RegExp>> = {
  write_app_proxy: /\[app_proxy\]/,
  // Of a topic, not of a field.
  read_customer_merge: /topics = \["customers\/merge"\]/,
  // The table knows types and fields; this one is about the age of an order.
  read_all_orders: /query ExportOrders \{/,
  // `metafieldsSet` needs what its owner needs.
  write_customers: /mutation SetMetafields\(\$metafields/,
};
const sources = [toml, ...readOperationFiles().map(({ text }) => text)].join("\n");

describe("the scopes of shopify.app.toml", () => {
  test("allow every operation of the app", () => {
    expect(firstDenied(scopes)).toBeNull();
  });

  test.each(scopes)("%s is needed, and nothing smaller would do", (scope) => {
    const beside = BESIDE_THE_TABLE[scope];
    if (beside !== undefined) {
      expect(sources).toMatch(beside);
      return;
    }
    const others = scopes.filter((other) => other !== scope);
    expect(firstDenied(others)).not.toBeNull();
    const smaller = scope.replace(/^write_/, "read_");
    if (smaller !== scope) expect(firstDenied([...others, smaller])).not.toBeNull();
  });

  test("name none that another includes", () => {
    const included = scopes.filter(
      (scope) => scope.startsWith("read_") && scopes.includes(`write_${scope.slice(5)}`),
    );
    expect(included).toEqual([]);
  });

  test("each have their reason beside them", () => {
    for (const scope of scopes) expect(toml).toMatch(new RegExp(`^# ${scope} +\\w.{10,}`, "m"));
  });
});
