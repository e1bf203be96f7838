/** As much of a JSON schema as the rows of exports use. */
export interface JsonSchema {
  readonly $ref?: string;
  readonly type?: string;
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | JsonSchema;
}

const PREFIX = "/apps/service-api/v1/data/";

interface Operation {
  get?: { responses?: Record<string, { content?: Record<string, { schema?: unknown }> }> };
}

/**
 * The schema of a row of each export of the Data API that an OpenAPI document has, by the export's name.
 *
 * @throws Error when an answer of one is not `{ data: [row], meta }`.
 */
export function rowSchemas(document: object): Map<string, JsonSchema> {
  const { paths = {}, components } = document as {
    paths?: Record<string, Operation>;
    components?: { schemas?: Record<string, JsonSchema> };
  };
  const resolve = (schema: JsonSchema | undefined): JsonSchema | undefined => {
    const name = schema?.$ref?.replace("#/components/schemas/", "");
    return name === undefined ? schema : resolve(components?.schemas?.[name]);
  };
  const found = new Map<string, JsonSchema>();
  for (const [path, { get }] of Object.entries(paths).sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (!path.startsWith(PREFIX)) continue;
    const answer = get?.responses?.["200"]?.content?.["application/json"]?.schema;
    const data = resolve(resolve(answer as JsonSchema | undefined)?.properties?.data);
    const row = resolve(data?.items);
    if (!row?.properties) throw new Error(`${path} does not answer with rows.`);
    found.set(path.slice(PREFIX.length), row);
  }
  return found;
}
