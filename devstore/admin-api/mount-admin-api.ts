import { randomUUID } from "node:crypto";
import type { Context, Hono } from "hono";
import type { Devstore } from "../devstore.ts";
import { takeFailure } from "../faults/take-fault.ts";
import { findShop } from "../find-shop.ts";
import type { FailureFault } from "../state/fault.ts";
import type { DevShop } from "../state/shop.ts";
import { readControls } from "../state/shop-controls.ts";
import type { AdminContext } from "./admin-context.ts";
import { createAdminContext } from "./create-admin-context.ts";
import { executeQuery } from "./graphql/execute-query.ts";
import { apiVersion } from "./graphql/load-schema.ts";
import { type AdminRequest, prepareQuery } from "./graphql/prepare-query.ts";
import { maximumQueryCost } from "./graphql/query-cost.ts";
import { planRestoreRate } from "./graphql/throttle.ts";

/** How long an answer is withheld when the controls ask for a time-out; clients give up sooner. */
const withheldMs = 120_000;

interface Answer {
  status: number;
  body: unknown;
}

/** Serves the Admin GraphQL API of every development shop. */
export function mountAdminApi(app: Hono, devstore: Devstore): void {
  app.post("/admin/api/:version/graphql.json", async (c) => {
    const shop = findShop(devstore, c.req.raw);
    const errorAnswer = errorAnswerOf(devstore, shop, c);
    if (errorAnswer !== null || shop === undefined) return answer(c, errorAnswer ?? notFound);
    const request = readRequest(await c.req.text(), c.req.header("content-type") ?? "");
    if (request === null) return answer(c, { status: 400, body: { errors: "Bad Request" } });
    const prepared = prepareQuery(request);
    const operations = Array.isArray(prepared) ? [] : prepared.rootFieldNames;
    const failure = takeFailure(devstore.state, shop.domain, operations);
    if (failure?.after === "before-effect") return fail(c, failure);
    const result = Array.isArray(prepared)
      ? { status: 200, body: { errors: prepared } }
      : run(
          createAdminContext(
            devstore,
            shop,
            tokenScopes(devstore, shop, c) ?? new Set(),
            new URL(c.req.url).origin,
          ),
          request,
          prepared,
        );
    return failure === undefined ? answer(c, result) : fail(c, failure);
  });
}

const notFound: Answer = { status: 404, body: { errors: "Not Found" } };

/** Shop, version and token, in the order in which the platform looks at them. */
function errorAnswerOf(devstore: Devstore, shop: DevShop | undefined, c: Context): Answer | null {
  if (shop === undefined) return notFound;
  const version = c.req.param("version");
  if (version !== apiVersion) {
    return {
      status: 404,
      body: {
        errors: `Not Found: API version ${version} is not available in the development store, which serves ${apiVersion}`,
      },
    };
  }
  if (tokenScopes(devstore, shop, c) !== null) return null;
  return {
    status: 401,
    body: {
      errors: "[API] Invalid API key or access token (unrecognized login or wrong password)",
    },
  };
}

/** Scopes of the request's token; null when it is unknown, has expired, or the app is gone. */
function tokenScopes(devstore: Devstore, shop: DevShop, c: Context): ReadonlySet<string> | null {
  const given = c.req.header("x-shopify-access-token") ?? "";
  const token = devstore.state.get(shop.domain, "accessToken", given);
  if (token === undefined || shop.installation === null) return null;
  const expired = token.expiresAt !== null && Date.parse(token.expiresAt) <= Date.now();
  return expired ? null : new Set(token.scopes);
}

function readRequest(body: string, contentType: string): AdminRequest | null {
  if (contentType.startsWith("application/graphql")) {
    return { query: body, variables: {}, operationName: null };
  }
  try {
    const { query, variables, operationName } = JSON.parse(body);
    if (typeof query !== "string") return null;
    return { query, variables: variables ?? {}, operationName: operationName ?? null };
  } catch {
    return null;
  }
}

function run(
  context: AdminContext,
  request: AdminRequest,
  prepared: Exclude<ReturnType<typeof prepareQuery>, unknown[]>,
): Answer {
  const { state, shop, devstore } = context;
  const { throttle } = devstore;
  const { domain } = shop;
  const controls = readControls(state, domain);
  const rate = controls.throttlePointsPerSecond ?? planRestoreRate(shop.plan);
  const cost = (actualQueryCost: number | null) => ({
    requestedQueryCost: prepared.requestedCost,
    actualQueryCost,
    throttleStatus: throttle.status(domain, rate),
  });
  if (prepared.requestedCost > maximumQueryCost) {
    return { status: 200, body: { errors: [tooDear(prepared.requestedCost)] } };
  }
  if (!throttle.take(domain, rate, prepared.requestedCost)) {
    return { status: 200, body: { errors: [throttled], extensions: { cost: cost(null) } } };
  }
  const result = executeQuery(context, request, prepared);
  throttle.refund(domain, rate, prepared.requestedCost - result.actualCost);
  const search = context.searchWarnings;
  return {
    status: 200,
    body: {
      data: result.data,
      ...(result.errors.length === 0 ? {} : { errors: result.errors }),
      extensions: { cost: cost(result.actualCost), ...(search.length === 0 ? {} : { search }) },
    },
  };
}

const throttled = {
  message: "Throttled",
  extensions: {
    code: "THROTTLED",
    documentation: "https://shopify.dev/api/usage/rate-limits",
  },
};

function tooDear(cost: number): object {
  return {
    message: `Query cost is ${cost}, which exceeds the single query max cost limit (${maximumQueryCost}).`,
    extensions: {
      code: "MAX_COST_EXCEEDED",
      cost,
      maxCost: maximumQueryCost,
      documentation: "https://shopify.dev/api/usage/rate-limits",
    },
  };
}

function answer(c: Context, { status, body }: Answer): Response {
  return c.json(body as object, status as 200, {
    "x-shopify-api-version": apiVersion,
    "x-request-id": randomUUID(),
  });
}

/** The failure the controls ordered: a status, an answer which never comes, or a broken connection. */
async function fail(c: Context, { failure }: FailureFault): Promise<Response> {
  if (failure.type === "status") {
    return answer(c, { status: failure.status, body: { errors: "Internal Server Error" } });
  }
  if (failure.type === "timeout") {
    await withheld(c.req.raw.signal);
    return answer(c, { status: 504, body: { errors: "Gateway Timeout" } });
  }
  const { incoming } = c.env as { incoming?: { socket: { destroy(): void } } };
  incoming?.socket.destroy();
  return answer(c, { status: 502, body: { errors: "Bad Gateway" } });
}

function withheld(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, withheldMs);
    timer.unref();
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
