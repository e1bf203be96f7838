import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { EXPORT_NAMES, EXPORTS, isExportName } from "#loaders/exports.ts";
import { projectRoot } from "#scripts/files/project-root.ts";
import { generateDataApiTypes, readRowSchemas } from "#scripts/loaders/generate-data-api-types.ts";

const schemas = await readRowSchemas();

describe("the loaders' table of exports", () => {
  test("has every export of the OpenAPI document", () => {
    expect([...schemas.keys()].filter((name) => !isExportName(name))).toEqual([]);
    expect(schemas.size).toBeGreaterThan(1);
  });

  test.each(EXPORT_NAMES.filter((name) => schemas.has(name)))(
    "has the fields of %s with their types, in the document's order",
    (name) => {
      const { properties = {} } = schemas.get(name) ?? {};
      const described = Object.entries(properties).map(([field, { type }]) => {
        return [field, type === "integer" ? "integer" : "text"];
      });
      expect(Object.entries(EXPORTS[name].columns)).toEqual(described);
    },
  );

  test("names only fields as a row's key that every row has", () => {
    for (const name of EXPORT_NAMES) {
      const { rowKey, columns } = EXPORTS[name];
      expect(Object.keys(columns), name).toEqual(expect.arrayContaining([...(rowKey ?? [])]));
    }
  });
});

test("the committed types are what the OpenAPI document gives", async () => {
  const committed = readFileSync(
    join(projectRoot, "loaders/data-api/data-api.generated.ts"),
    "utf8",
  );
  expect(committed).toBe(await generateDataApiTypes());
});
