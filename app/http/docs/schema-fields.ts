/** As much of a JSON schema as the OpenAPI document uses. */
export interface JsonSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly example?: unknown;
  readonly examples?: readonly unknown[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly additionalProperties?: boolean | JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
}

export type Schemas = Readonly<Record<string, JsonSchema>>;

/** One line of a table of fields. */
export interface SchemaField {
  /** From the body's root: `data[].email`. */
  readonly path: string;
  readonly type: string;
  readonly isRequired: boolean;
  readonly description: string;
}

/** What a reference names in its place; what stands beside the reference counts before it. */
function resolveSchema(schema: JsonSchema, schemas: Schemas): JsonSchema {
  if (schema.$ref === undefined) return schema;
  const { $ref, ...beside } = schema;
  const named = schemas[$ref.slice($ref.lastIndexOf("/") + 1)] ?? {};
  return { ...resolveSchema(named, schemas), ...beside };
}

/** Every field of a body, those of objects after the object; a field that two forms share is told once. */
export function fieldsOf(root: JsonSchema, schemas: Schemas): SchemaField[] {
  const found = new Map<string, SchemaField>();
  const visit = (schema: JsonSchema, path: string, above: readonly string[]): void => {
    if (schema.$ref !== undefined && above.includes(schema.$ref)) return;
    const seen = schema.$ref === undefined ? above : [...above, schema.$ref];
    const { properties, required, items, anyOf, oneOf, additionalProperties } = resolveSchema(
      schema,
      schemas,
    );
    for (const [name, property] of Object.entries(properties ?? {})) {
      const own = path === "" ? name : `${path}.${name}`;
      const field = resolveSchema(property, schemas);
      if (!found.has(own)) {
        found.set(own, {
          path: own,
          type: typeName(field, schemas),
          isRequired: required?.includes(name) ?? false,
          description: field.description ?? "",
        });
      }
      visit(property, own, seen);
    }
    if (items) visit(items, `${path}[]`, seen);
    if (typeof additionalProperties === "object") visit(additionalProperties, `${path}.*`, seen);
    for (const part of [...(anyOf ?? []), ...(oneOf ?? [])]) visit(part, path, seen);
  };
  visit(root, "", []);
  return [...found.values()];
}

/** A type in words: `string or null`, `array of object`, `"active" or "paused"`. */
export function typeName(schema: JsonSchema, schemas: Schemas): string {
  const { type, enum: values, const: only, items, anyOf, oneOf } = resolveSchema(schema, schemas);
  if (only !== undefined) return JSON.stringify(only);
  if (values) return values.map((value) => JSON.stringify(value)).join(" or ");
  const parts = anyOf ?? oneOf;
  if (parts) return [...new Set(parts.map((part) => typeName(part, schemas)))].join(" or ");
  if (items) return `array of ${typeName(items, schemas)}`;
  if (type === undefined) return "any";
  return typeof type === "string" ? type : type.join(" or ");
}

/** A body made of the examples of its fields. */
export function exampleOf(schema: JsonSchema, schemas: Schemas): unknown {
  const whole = resolveSchema(schema, schemas);
  const { example, examples, const: only, properties, items, anyOf, oneOf, type } = whole;
  if (example !== undefined) return example;
  if (examples?.length) return examples[0];
  if (only !== undefined) return only;
  if (properties) {
    return Object.fromEntries(
      Object.entries(properties).map(([name, field]) => [name, exampleOf(field, schemas)]),
    );
  }
  if (items) return [exampleOf(items, schemas)];
  const part = anyOf?.[0] ?? oneOf?.[0];
  if (part) return exampleOf(part, schemas);
  if (whole.enum) return whole.enum[0];
  if (type === "object") return {};
  return null;
}
