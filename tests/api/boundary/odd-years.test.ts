import { afterAll, beforeAll, expect, test } from "vitest";
import { readMailSettings } from "#app/domain/mail/settings/mail-settings.ts";
import { parseMailSettings } from "#app/domain/mail/settings/mail-settings-input.ts";
import { saveMailSettings } from "#app/domain/mail/settings/save-mail-settings.ts";
import { callerPath } from "#app/http/caller-path.ts";
import type { AnyRouteDeclaration } from "#app/http/declare-route.ts";
import { signProxyQuery } from "#tests/support/sign-proxy-query.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";

// Years that a `Date` has and the database has not, and those at the end of what it has, at every place of the interfaces at
// which the OpenAPI document has a day or an instant.

const YEARS = ["0000", "-000001", "0001", "9999", "10000", "+010000", "275760", "+275760"];
const DATES = YEARS.flatMap((year) => [
  ...[`${year}-01-01`, `${year}-12-31`, `${year}-01-01T00:00:00Z`, `${year}-12-31T23:59:59.999Z`],
  ...[`${year}-01-01T00:00:00+14:00`, `${year}-12-31T23:59:59-14:00`],
]);

interface Schema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  description?: string;
  example?: unknown;
  examples?: unknown[];
  const?: unknown;
  enum?: unknown[];
  minimum?: number;
  properties?: Record<string, Schema>;
  items?: Schema;
  oneOf?: Schema[];
  anyOf?: Schema[];
  allOf?: Schema[];
}

interface Operation {
  parameters?: {
    in: string;
    name: string;
    description?: string;
    example?: unknown;
    schema: Schema;
  }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
}

interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

let testApp: TestApp;
let shop: TestShop;
let document: Document;
let known: Record<string, string>;

beforeAll(async () => {
  testApp = await startTestApp();
  shop = await testApp.createShop({ plan: "enterprise" });
  document = (await (await fetch(`${testApp.url}/openapi.json`)).json()) as Document;
  const { cid, contractId } = await shop.createContract({ price: "15.00" });
  known = {
    ...{ contract_id: String(contractId), customer_id: String(cid) },
    ...{ platform_customer_id: String(cid), subscription_id: "sub_1", offer_id: "1" },
  };
});
afterAll(() => testApp.close());

function resolve(schema: Schema): Schema {
  return schema.$ref
    ? resolve(document.components.schemas[schema.$ref.split("/").at(-1) ?? ""] ?? {})
    : schema;
}

const exampleOf = ({ example, examples }: Schema): unknown => example ?? examples?.[0];

/** Whether the place is a day or an instant by its form, its example or its words. */
function isDate(schema: Schema): boolean {
  return (
    /^date/.test(schema.format ?? "") ||
    /^\d{4}-\d\d-\d\d/.test(String(exampleOf(schema) ?? "")) ||
    /YYYY-MM-DD|ISO 8601/.test(schema.description ?? "")
  );
}

/** One value of each kind that the schema has, with the date wherever it takes one. */
function fill(given: Schema, date: string): { value: unknown; takesDate: boolean }[] {
  const schema = resolve(given);
  const kinds = schema.oneOf ?? schema.anyOf ?? schema.allOf;
  if (kinds) return kinds.flatMap((kind) => fill(kind, date));
  if (schema.const !== undefined) return [{ value: schema.const, takesDate: false }];
  if (schema.enum) return [{ value: schema.enum[0], takesDate: false }];
  if (schema.properties) {
    const fields = Object.entries(schema.properties).map(([name, field]) => {
      const values = fill({ ...resolve(field), ...field }, date);
      return [name, values.find(({ takesDate }) => takesDate) ?? values[0]] as const;
    });
    const value = Object.fromEntries(fields.map(([name, field]) => [name, field?.value]));
    return [{ value, takesDate: fields.some(([, field]) => field?.takesDate) }];
  }
  if (isDate(schema)) return [{ value: date, takesDate: true }];
  const type = [schema.type].flat()[0];
  if (type === "array") return [{ value: [], takesDate: false }];
  if (type === "boolean") return [{ value: true, takesDate: false }];
  if (type === "integer" || type === "number") {
    return [{ value: exampleOf(schema) ?? schema.minimum ?? 1, takesDate: false }];
  }
  return [{ value: exampleOf(schema) ?? "1", takesDate: false }];
}

interface Call {
  query: Record<string, string>;
  body?: Record<string, unknown>;
}

/** Each call of the operation that has the date in it. */
function callsOf({ parameters = [], requestBody }: Operation, date: string): Call[] {
  const filters = parameters.filter(
    (one) => one.in === "query" && isDate({ ...one.schema, ...one, $ref: "" } as Schema),
  );
  const content = Object.values(requestBody?.content ?? {})[0];
  const bodies = content ? fill(content.schema, date) : [];
  return [
    ...filters.map(({ name }) => ({ query: { [name]: date } })),
    ...bodies
      .filter(({ takesDate }) => takesDate)
      .map(({ value }) => ({ query: {}, body: value as Record<string, unknown> })),
  ];
}

async function ask({ path, method, api, file }: AnyRouteDeclaration, { query, body }: Call) {
  const address = path.replace(/\{(\w+)\}/g, (_place, name: string) => known[name] ?? "1");
  const keyed = api.credentials === "proxy-key" ? { ...query, key: shop.key } : query;
  const search = path.startsWith("/proxy/")
    ? signProxyQuery(keyed, {
        shop: shop.domain,
        secret: testApp.environment.SHOPIFY_API_SECRET,
        customerId: Number(known.customer_id),
      })
    : new URLSearchParams(keyed);
  const fields = api.credentials.endsWith("y-key") ? { ...body, key: shop.key } : body;
  return fetch(`${testApp.url}${address}?${search}`, {
    method,
    headers: {
      authorization: `Bearer ${shop.key}`,
      "content-type": file ? "application/octet-stream" : "application/json",
    },
    ...(body && { body: JSON.stringify(fields) }),
  });
}

test("a day or an instant of an odd year is never a failure, wherever the interfaces take one", {
  meta: { slow: "about a thousand requests" },
}, async () => {
  const failed: string[] = [];
  const places = new Set<string>();
  for (const declaration of testApp.declarations) {
    const operation =
      document.paths[callerPath(declaration.path)]?.[declaration.method.toLowerCase()] ?? {};
    for (const date of DATES) {
      for (const call of callsOf(operation, date)) {
        const about = `${declaration.operationId} ${JSON.stringify(call)}`;
        places.add(about.replaceAll(date, "date"));
        const answer = await ask(declaration, call);
        const text = await answer.text();
        if (answer.status >= 500) failed.push(`${answer.status} for ${about}: ${text}`);
      }
    }
  }
  // The contract's own, those of the REST lists and the shopper's changes are among them.
  expect([...places]).toEqual(
    expect.arrayContaining([
      expect.stringContaining("since_date"),
      expect.stringContaining('"action":"charge_now","charge_at":"date"'),
      expect.stringContaining("expires_at"),
    ]),
  );
  expect(failed.slice(0, 20)).toEqual([]);
});

test("settings of mails are stale for a version of an odd year, and are not saved", async () => {
  const context = await shop.context();
  const { version: _none, ...input } = await readMailSettings(context.db.prisma, context.shop.id);
  expect(parseMailSettings(input)).toBeTruthy();
  for (const version of ["0000-01-01T00:00:00Z", "+010000-01-01T00:00:00.000Z", "x"]) {
    expect(await saveMailSettings(context, { version, input })).toEqual({ outcome: "stale" });
  }
});
