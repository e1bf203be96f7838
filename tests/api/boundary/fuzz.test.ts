import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { callerPath } from "#app/http/caller-path.ts";
import type { AnyRouteDeclaration } from "#app/http/declare-route.ts";
import { fc, propertySeed } from "#tests/support/property.ts";
import { signProxyQuery } from "#tests/support/sign-proxy-query.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";

// Requests made from the OpenAPI document: valid ones, nearly valid ones and hostile ones, for every
// operation. PROPERTY_SEED repeats a run, FUZZ_RUNS says how many there are.

const RUNS = Number(process.env.FUZZ_RUNS ?? (process.env.SOAK ? 100_000 : 2_000));
const AT_A_TIME = 8;
const SLOWEST_MS = 20_000;

interface Operation {
  declaration: AnyRouteDeclaration;
  queryNames: string[];
  bodyNames: string[];
  /** By status. Null for an answer without a body. */
  answers: Map<number, ValidateFunction | null>;
}

interface Draw {
  at: number;
  credentials: "right" | "wrong" | "none";
  ids: string[];
  query: [string, string][];
  body: Record<string, unknown>;
  text: string | null;
  type: string;
  replayKey: string | null;
}

let testApp: TestApp;
let shop: TestShop;
let contracts: { cid: number; contractId: number }[];
let operations: Operation[];

beforeAll(async () => {
  testApp = await startTestApp();
  shop = await testApp.createShop({ plan: "enterprise" });
  // A shopper changes no more than so much a minute: there are as many as it takes.
  contracts = [];
  while (contracts.length < RUNS / 200) {
    contracts.push(await shop.createContract({ price: "15.00" }));
  }
  const document = await (await fetch(`${testApp.url}/openapi.json`)).json();
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema(document, "document");
  operations = testApp.declarations.map((declaration) => {
    const method = declaration.method.toLowerCase();
    const operation = document.paths[callerPath(declaration.path)][method];
    const inBody = Object.values<{ schema: { properties?: object } }>(
      operation.requestBody?.content ?? {},
    );
    const place = callerPath(declaration.path).replaceAll("~", "~0").replaceAll("/", "~1");
    const responses = Object.entries<{ content?: object }>(operation.responses);
    const answers = responses.map(([status, { content }]) => {
      if (!content) return [Number(status), null] as const;
      const pointer = `document#/paths/${encodeURIComponent(place)}/${method}/responses/${status}/content/application~1json/schema`;
      return [Number(status), ajv.compile({ $ref: pointer })] as const;
    });
    return {
      declaration,
      queryNames: (operation.parameters ?? [])
        .filter((one: { in: string }) => one.in === "query")
        .map((one: { name: string }) => one.name),
      bodyNames: Object.keys(inBody[0]?.schema.properties ?? {}),
      answers: new Map(answers),
    };
  });
});
afterAll(() => testApp.close());

const hostileText = fc.oneof(
  fc.constantFrom("", "0", "-1", "1e9", "NaN", "null", "9".repeat(30), "2025-02-30", "9999-12-31"),
  fc.constantFrom("\u0000", "\ud800", "'; --", "%", "%00", "../..", "__proto__", "x".repeat(9_000)),
  fc.string({ unit: "binary", maxLength: 40 }),
);
const likelyText = fc.constantFrom(
  ...[
    "1",
    "2",
    "10",
    "100",
    "2026-01-01",
    "en",
    "de-DE",
    "get",
    "update",
    "ada@example.com",
    "true",
  ],
  ...[
    "manual admin adjustment",
    "other",
    "store_credit_history",
    "gid://platform/Customer/1",
    "5.00",
  ],
);
const anyText = fc.oneof(likelyText, hostileText);
const anyValue = fc.oneof(
  { weight: 3, arbitrary: anyText },
  { weight: 2, arbitrary: fc.oneof(fc.integer(), fc.double(), fc.boolean(), fc.constant(null)) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
);

function drawOf(queryNames: readonly string[], bodyNames: readonly string[]): fc.Arbitrary<Draw> {
  const names = (known: readonly string[]) =>
    fc.oneof(
      { weight: 9, arbitrary: fc.constantFrom(...known, "key") },
      { weight: 1, arbitrary: fc.constantFrom("__proto__", "shop", "signature", "x", "") },
    );
  const pairs = fc.array(fc.tuple(names(queryNames), anyText), { maxLength: 5 });
  return fc.record({
    at: fc.nat(),
    credentials: fc.constantFrom("right", "right", "right", "right", "wrong", "none"),
    ids: fc.array(anyText, { minLength: 3, maxLength: 3 }),
    query: pairs,
    body: fc
      .array(fc.tuple(names(bodyNames), anyValue), { maxLength: 7 })
      .map((fields) => Object.fromEntries(fields)),
    text: fc.option(
      fc.oneof(hostileText, fc.constantFrom("{", "[".repeat(5_000), '{"a":'.repeat(1_000))),
      { freq: 8 },
    ),
    type: fc.constantFrom(
      ...[
        "application/json",
        "application/json",
        "application/x-www-form-urlencoded",
        "text/plain",
        "",
      ],
    ),
    replayKey: fc.option(fc.constantFrom("", "a", "x".repeat(300)), { freq: 5 }),
  });
}

/** A form carries text alone; of an object that may be anything, which String() does not turn into text. */
function asFormText(value: unknown): string {
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** The request of a draw, with the credentials that its interface takes. */
function requestOf({ declaration }: Operation, draw: Draw): [url: string, init: RequestInit] {
  const { api, method } = declaration;
  const contract = contracts[draw.at % contracts.length] ?? { cid: 0, contractId: 0 };
  const known =
    draw.credentials === "none" ? "" : shop.key.slice(0, draw.credentials === "right" ? 99 : -1);
  const real: Record<string, string> = {
    contract_id: String(contract.contractId),
    customer_id: String(contract.cid),
    subscription_id: "sub_1",
    offer_id: "1",
  };
  let at = 0;
  const path = declaration.path.replace(/\{(\w+)\}/g, (_place, name: string) => {
    at += 1;
    const id = draw.ids[at - 1] ?? "";
    return draw.at % 3 === 0 ? encodeURIComponent(id.toWellFormed()) || "0" : (real[name] ?? "1");
  });
  const query = Object.fromEntries(draw.query.filter(([name]) => name !== "key"));
  if (api.credentials === "proxy-key" && known) query.key = known;
  const search = declaration.path.startsWith("/proxy/")
    ? signProxyQuery(query, {
        shop: shop.domain,
        secret: draw.credentials === "wrong" ? "wrong" : testApp.environment.SHOPIFY_API_SECRET,
        customerId: contract.cid,
      })
    : new URLSearchParams(query);
  const fileTypes = declaration.file?.types ?? [];
  const type = fileTypes[draw.at % (2 * fileTypes.length)] ?? draw.type;
  const headers: Record<string, string> = { "content-type": type };
  if (api.credentials === "bearer") headers.authorization = `Bearer ${known}`;
  if (draw.replayKey !== null) headers["idempotency-key"] = draw.replayKey;
  const fields =
    api.credentials.endsWith("y-key") && known ? { ...draw.body, key: known } : draw.body;
  const isForm = draw.type.endsWith("urlencoded");
  const written = isForm
    ? new URLSearchParams(
        Object.entries(fields).map(([name, value]) => [name, asFormText(value)]),
      ).toString()
    : JSON.stringify(fields);
  const hasBody = method !== "GET";
  return [
    `${testApp.url}${path}?${search}`,
    { method, headers, ...(hasBody && { body: draw.text ?? written }) },
  ];
}

/** What is wrong with the answer; null when it is one that the document allows. */
async function complaintOf(operation: Operation, draw: Draw): Promise<string | null> {
  const [url, init] = requestOf(operation, draw);
  const answer = await fetch(url, { ...init, signal: AbortSignal.timeout(SLOWEST_MS) });
  const text = await answer.text();
  const about = `${init.method} ${url.slice(testApp.url.length, 300)} ${String(init.body ?? "").slice(0, 300)}`;
  if (answer.status >= 500) return `${answer.status} for ${about}: ${text}`;
  // An id may be such that the address is another route's, or nobody's.
  const isElsewhere = draw.at % 3 === 0 && operation.declaration.path.includes("{");
  const validate = operation.answers.get(answer.status);
  if (validate === null) {
    return text === "" ? null : `${answer.status} has a body, for ${about}: ${text.slice(0, 100)}`;
  }
  if (!validate)
    return isElsewhere ? null : `${answer.status} is not in the document, for ${about}`;
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return `${answer.status} is no JSON, for ${about}: ${text.slice(0, 100)}`;
  }
  if (validate(body) || isElsewhere) return null;
  return `${answer.status} breaks the document, for ${about}: ${JSON.stringify(validate.errors)} ${text.slice(0, 200)}`;
}

test(`${RUNS} requests made from the OpenAPI document: none is answered 5xx, none against the document`, {
  meta: { slow: "two thousand requests" },
}, async () => {
  const draws = operations.flatMap((operation, place) =>
    fc
      .sample(drawOf(operation.queryNames, operation.bodyNames), {
        seed: propertySeed + place,
        numRuns: Math.ceil(RUNS / operations.length),
      })
      .map((draw) => ({ operation, draw })),
  );
  const complaints: string[] = [];
  const work = async () => {
    for (let next = draws.pop(); next; next = draws.pop()) {
      const complaint = await complaintOf(next.operation, next.draw);
      if (complaint) complaints.push(complaint);
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, work));
  expect(complaints.slice(0, 20)).toEqual([]);
});
