import { createApiKey } from "#app/domain/api-keys/create-api-key.ts";
import { type AppContext, type ShopContext, systemActor } from "#app/domain/context.ts";
import { bringToRest, describeRetry, type Rest } from "#app/domain/schedule/bring-to-rest.ts";
import { openShop } from "#app/domain/shops/open-shop.ts";
import { toShop } from "#app/domain/shops/shop.ts";
import type { LoadContext } from "#app/http/load-context.ts";
import type { Environment } from "#app/lib/env.ts";
import type { AnyJson } from "./any-json.ts";
import { signProxyQuery } from "./sign-proxy-query.ts";

export interface TestShopOptions {
  plan?: "starter" | "growth" | "enterprise";
  timezone?: string;
  currency?: string;
  /**
   * What the store holds before the app comes; nothing unless said. "goods": goods, plans and a dozen customers; "small": their
   * contracts and orders of two years too, all of which a clock that moves goes through.
   */
  seed?: "empty" | "goods" | "small" | "demo";
}

export interface ApiAnswer {
  status: number;
  headers: Headers;
  body: AnyJson;
}

/** A call of the app as the store's signed app proxy makes it. */
export interface ProxyCall {
  method?: string;
  /** Sent as the query parameter `key`. */
  key?: string;
  /** The logged-in shopper. */
  cid?: number;
  query?: Record<string, string>;
  body?: unknown;
  /** The body of a call that sends a file. */
  file?: Blob;
}

interface CoreCall {
  method?: string;
  key?: string;
  body?: unknown;
  headers?: Record<string, string>;
}

interface CreditCall {
  as?: "json" | "form";
  legacy?: boolean;
  headers?: Record<string, string>;
}

/** One store on the development store, with the app installed, and ways to call the app about it. */
export interface TestShop {
  readonly domain: string;
  readonly devstoreUrl: string;
  /** A key with all scopes. */
  readonly key: string;
  context(): Promise<ShopContext>;
  /** The merchant opens the app again. */
  reinstall(): Promise<void>;
  createKey(scopes: readonly string[]): Promise<string>;
  /** A shopper with a live contract, as a checkout makes it. Prices are decimal texts. */
  createContract(contract?: Record<string, unknown>): Promise<{ cid: number; contractId: number }>;
  /** Calls the app as the store's signed app proxy does. `path` begins after `/proxy/v1`. */
  proxy(path: string, call?: ProxyCall): Promise<ApiAnswer>;
  /** Calls the core REST API with the store's key. `path` begins after `/api/v1`. */
  core(path: string, call?: CoreCall): Promise<ApiAnswer>;
  /** Calls the Store Credit Management API with the store's key, as JSON or as a form. */
  manageCredit(fields: Record<string, unknown>, call?: CreditCall): Promise<ApiAnswer>;
  /** A control of the development store, for this store. */
  control(name: string, body?: Record<string, unknown>): Promise<ApiAnswer>;
  /** The same for what has to succeed. Resolves to its body once the store's jobs are done. */
  act(name: string, body?: Record<string, unknown>): Promise<AnyJson>;
  /** Reads the platform's own state of a contract. */
  platformContract(contractId: number): ReturnType<ShopContext["platform"]["getContract"]>;
  /** Resolves once the store's jobs are done. */
  quiet(options?: QuietOptions): Promise<void>;
}

/** What a store is opened with. */
export interface ShopParts {
  app: AppContext;
  environment: Environment;
  url: string;
  context: LoadContext;
}

/** Gives ways to call the app about a store that has it, and a key. */
export async function openTestShop(
  parts: ShopParts,
  domain: string,
  plan: TestShopOptions["plan"],
): Promise<TestShop> {
  const { app, environment, url } = parts;
  const control = controlsOf(parts, domain);
  if (plan) await app.db.prisma.shop.update({ where: { domain }, data: { plan } });
  const context = async () => {
    const row = await app.db.prisma.shop.findUniqueOrThrow({ where: { domain } });
    return openShop(app, toShop(row), systemActor);
  };
  const createKey = async (scopes?: readonly string[]) =>
    (await createApiKey(await context(), { name: "Test", ...(scopes ? { scopes } : {}) })).secret;

  const shop: TestShop = {
    domain,
    devstoreUrl: environment.DEVSTORE_URL ?? "",
    key: await createKey(),
    context,
    reinstall: async () => {
      await signIn(parts, domain);
      await shop.quiet({ mayFail: true });
    },
    createKey,
    control,
    act: async (name, body) => {
      const answer = await expectOk(control(name, body));
      await shop.quiet();
      return answer.body;
    },
    createContract: async (contract = {}) => {
      const answer = await expectOk(control("contracts", contract));
      await shop.quiet({ mayFail: true });
      return { cid: answer.body.cid, contractId: answer.body.contract_id };
    },
    proxy: (path, call = {}) => {
      const query = { ...call.query, ...(call.key ? { key: call.key } : {}) };
      const signed = signProxyQuery(query, {
        shop: domain,
        secret: environment.SHOPIFY_API_SECRET,
        ...(call.cid ? { customerId: call.cid } : {}),
      });
      const address = `${url}/proxy/v1${path}?${signed}`;
      if (call.file) return callJson(address, { method: "POST", body: call.file });
      return callJson(address, {
        method: call.method ?? (call.body === undefined ? "GET" : "POST"),
        ...(call.body === undefined
          ? {}
          : {
              headers: { "content-type": "application/json" },
              body: typeof call.body === "string" ? call.body : JSON.stringify(call.body),
            }),
      });
    },
    core: (path, { method, key, body, headers } = {}) =>
      callJson(`${url}/api/v1${path}`, {
        method: method ?? (body === undefined ? "GET" : "POST"),
        headers: {
          authorization: `Bearer ${key ?? shop.key}`,
          ...(body === undefined ? {} : { "content-type": "application/json" }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    manageCredit: (fields, { as = "json", legacy = false, headers } = {}) => {
      const all = { key: shop.key, ...fields };
      return callJson(
        `${url}${legacy ? "/store-credit/manage.php" : "/api/v1/store-credit/manage"}`,
        {
          method: "POST",
          headers: {
            "content-type":
              as === "json" ? "application/json" : "application/x-www-form-urlencoded",
            ...headers,
          },
          body:
            as === "json"
              ? JSON.stringify(all)
              : new URLSearchParams(
                  Object.entries(all)
                    .filter(([, value]) => value !== undefined)
                    .map(([name, value]): [string, string] => [name, String(value ?? "")]),
                ).toString(),
        },
      );
    },
    platformContract: async (contractId) => (await context()).platform.getContract(contractId),
    quiet: (options) => bringToQuiet(parts, domain, options),
  };
  return shop;
}

/** How {@link bringToQuiet} takes it that something fails, and fails again when it is tried once more. */
export interface QuietOptions {
  mayFail?: true;
}

/** Resolves once a store's jobs are done. @throws Error when one fails and may not. */
export async function bringToQuiet(
  parts: ShopParts,
  domain: string,
  { mayFail }: QuietOptions = {},
): Promise<void> {
  const { prisma } = parts.app.db;
  const { id } = await prisma.shop.findUniqueOrThrow({ where: { domain }, select: { id: true } });
  const flush = () => expectOk(controlsOf(parts, domain)("webhooks/flush"));
  const tried = new Set<string>();
  let rest: Rest;
  // A job may make the platform send webhooks, and these make jobs: both must be at rest after one another.
  do {
    await flush();
    rest = await bringToRest(prisma, id, Number.POSITIVE_INFINITY, tried);
  } while (rest.outcome !== "nothing");
  const failing = rest.failing.map(describeRetry);
  if (failing.length > 0 && !mayFail) throw new Error(`Jobs have failed: ${failing.join("; ")}`);
}

/** The controls of the development store, for one of its stores. */
export function controlsOf({ environment }: ShopParts, domain: string): TestShop["control"] {
  return (name, body = {}) =>
    callJson(`${environment.DEVSTORE_URL}/__dev/${name}`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-forwarded-host": domain },
      body: JSON.stringify(body),
    });
}

/** What a merchant's first visit does: the session token is exchanged, and the store becomes ours. */
export async function signIn(parts: ShopParts, domain: string): Promise<void> {
  const { context, url } = parts;
  const token = await expectOk(controlsOf(parts, domain)("session-token"));
  const query = new URLSearchParams({
    embedded: "1",
    shop: domain,
    host: token.body.host,
    id_token: token.body.id_token,
  });
  const request = new Request(`${url}/app?${query}`, {
    headers: { "user-agent": "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0" },
  });
  try {
    await context.signIn.authenticateAdmin(request);
  } catch (error) {
    if (!(error instanceof Response)) throw error;
    throw new Error(
      `Nobody was signed in: ${error.status} ${[...error.headers].join("; ")} ${await error.text()}`,
    );
  }
}

export async function callJson(url: string, init?: RequestInit): Promise<ApiAnswer> {
  const answer = await fetch(url, init);
  const text = await answer.text();
  const isJson = answer.headers.get("content-type")?.includes("json");
  return { status: answer.status, headers: answer.headers, body: isJson ? JSON.parse(text) : text };
}

export async function expectOk(answer: Promise<ApiAnswer>): Promise<ApiAnswer> {
  const { status, body, headers } = await answer;
  if (status >= 300) throw new Error(`${status}: ${JSON.stringify(body)}`);
  return { status, body, headers };
}
