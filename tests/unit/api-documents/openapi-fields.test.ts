import { Ajv2020 } from "ajv/dist/2020.js";
import { beforeAll, describe, expect, test } from "vitest";
import { createOpenApiDocument } from "#app/http/openapi-document.ts";
import { listDeclarations } from "#app/server/dispatch-resource-routes.ts";
import type { AnyJson } from "#tests/support/any-json.ts";
import { loadSourceBuild } from "#tests/support/source-build.ts";

const DOCUMENT = "https://perennial.example/openapi.json";
const LOCAL = "#/components/";

const ajv = new Ajv2020({ strict: false, logger: false });
let document: AnyJson;
let operations: { path: string; operation: AnyJson }[];

beforeAll(async () => {
  const build = await loadSourceBuild();
  const declarations = listDeclarations(build);
  // As a client reads it. References are whole, so that a part of the document means what it does in there.
  const text = JSON.stringify(
    await createOpenApiDocument(declarations, "https://perennial.example"),
  );
  document = JSON.parse(text.replaceAll(LOCAL, `${DOCUMENT}#/components/`));
  ajv.addSchema({ $id: DOCUMENT, components: document.components });
  operations = Object.entries<AnyJson>(document.paths)
    // The widgets' own endpoints are no interface of the contract.
    .filter(([path]) => !path.startsWith("/apps/service-api/v1/storefront/"))
    .flatMap(([path, item]) =>
      Object.entries<AnyJson>(item)
        .filter(([name]) => name !== "servers")
        .map(([, operation]) => ({ path, operation })),
    );
});

/** A schema, with what a reference names in its place. What stands beside the reference counts before it. */
function resolve(schema: AnyJson): AnyJson {
  const { $ref, ...beside } = schema;
  if (!$ref) return schema;
  return { ...document.components.schemas[$ref.split("/").at(-1)], ...beside };
}

/** Whether a value is what a schema of the document describes. */
const fits = (schema: AnyJson, value: unknown): boolean => ajv.validate(schema, value);

const hasExample = (schema: AnyJson): boolean =>
  schema.example !== undefined || schema.examples?.length > 0 || schema.const !== undefined;

/** What a schema consists of besides its properties. */
function partsOf(schema: AnyJson): AnyJson[] {
  const { items, prefixItems, additionalProperties, anyOf, oneOf, allOf } = schema;
  const parts = [items, additionalProperties, prefixItems, anyOf, oneOf, allOf].flat();
  return parts.filter((part) => typeof part === "object" && part !== null);
}

/** Paths of the properties below a schema that lack something, each schema read once. */
function lackingBelow(schema: AnyJson, path: string, seen = new Set<string>()): string[] {
  if (schema.$ref) {
    if (seen.has(schema.$ref)) return [];
    seen.add(schema.$ref);
    path = schema.$ref.split("/").at(-1);
  }
  const resolved = resolve(schema);
  const properties = Object.entries<AnyJson>(resolved.properties ?? {});
  return [
    ...properties.flatMap(([name, property]) => {
      const field = resolve(property);
      const below = lackingBelow(property, `${path}.${name}`, seen);
      // Of what consists of fields, the fields have the examples.
      const isMadeOfFields = [field, ...partsOf(field).map(resolve)].some(
        ({ properties: fields }) => fields,
      );
      const lacks = [
        ...(field.description ? [] : ["description"]),
        ...(isMadeOfFields || hasExample(field) ? [] : ["example"]),
        ...(field.example === undefined || fits(field, field.example) ? [] : ["fitting example"]),
      ];
      return [...lacks.map((lack) => `${path}.${name}: ${lack}`), ...below];
    }),
    ...partsOf(resolved).flatMap((part) => lackingBelow(part, path, seen)),
  ];
}

/** Statuses by the section of the contract that an address belongs to. */
const STATUSES: readonly [path: RegExp, statuses: string[]][] = [
  [/^\/api\/v1\/store-credit\/manage$/, ["400", "401", "404", "422", "500"]],
  [/^\/api\/v1\//, ["400", "401", "403", "404", "429", "500"]],
  [/^\/apps\/service-api\/v1\/data\//, ["401", "422", "500"]],
  [/^\/apps\/service-api\/v1\/collection$/, ["400", "401", "404", "500"]],
  [/^\/apps\/service-api\/v1\/membership\/churn\/offers$/, ["401", "422", "500"]],
  [/^\/apps\/service-api\/v1\/membership\/churn\/.*\/activation$/, ["401", "403", "404", "500"]],
  [/^\/apps\/service-api\/v1\/membership\/churn\//, ["401", "404", "500"]],
  [/^\/apps\/service-api\/v1\/loyalty\/customers\//, ["401", "403", "404", "500"]],
  [/^\/apps\/service-api\/v1\/loyalty\//, ["401", "500"]],
  [/^\/store-credit\/manage\.php$/, ["410"]],
];

describe("in the OpenAPI document", () => {
  test("every field of every body has a description and an example", () => {
    const lacking = operations.flatMap(({ operation: { operationId, requestBody, responses } }) =>
      [["request", requestBody] as const, ...Object.entries<AnyJson>(responses)].flatMap(
        ([part, body]) =>
          Object.values<AnyJson>(body?.content ?? {}).flatMap(({ schema }) =>
            lackingBelow(schema, `${operationId} ${part}`),
          ),
      ),
    );
    expect([...new Set(lacking)]).toEqual([]);
  });

  test("every parameter and every header has a description and an example", () => {
    const lacking = operations.flatMap(({ operation: { operationId: name, ...operation } }) => [
      ...((operation.parameters ?? []) as AnyJson[]).flatMap((parameter) => {
        const schema = resolve(parameter.schema);
        const isDescribed = parameter.description ?? schema.description;
        const isShown = parameter.example !== undefined || hasExample(schema);
        return isDescribed && isShown ? [] : [`${name} ${parameter.in} ${parameter.name}`];
      }),
      ...Object.entries<AnyJson>(operation.responses).flatMap(([status, { headers = {} }]) =>
        Object.entries<AnyJson>(headers).flatMap(([header, { description, schema = {} }]) =>
          (description ?? schema.description) && hasExample(schema)
            ? []
            : [`${name} ${status} ${header}`],
        ),
      ),
    ]);
    expect([...new Set(lacking)]).toEqual([]);
  });

  test("every operation has the errors of its interface, each with examples that fit its schema", () => {
    const lacking = operations.flatMap(({ path, operation: { operationId, responses } }) => {
      const statuses = STATUSES.find(([pattern]) => pattern.test(path))?.[1];
      expect(statuses, path).toBeDefined();
      const missing = (statuses ?? []).filter((status) => !responses[status]);
      const wrong = Object.entries<AnyJson>(responses).flatMap(([status, { content }]) => {
        // Written by the server itself, which sends no body.
        if (Number(status) < 400 || status === "431") return [];
        const { schema, examples = {} } = content?.["application/json"] ?? {};
        const values = Object.values<AnyJson>(examples).map(({ value }) => value);
        return values.length > 0 && values.every((value) => fits(schema, value)) ? [] : [status];
      });
      return [...missing, ...wrong].map((status) => `${operationId} ${status}`);
    });
    expect(lacking).toEqual([]);
  });
});
