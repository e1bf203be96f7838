import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { callerPath } from "#app/http/caller-path.ts";
import { createOpenApiDocument } from "#app/http/openapi-document.ts";
import type { AnyJson } from "#tests/support/any-json.ts";
import { createOffer } from "#tests/support/create-offer.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import { callJson, type TestShop } from "#tests/support/test-shop.ts";

let testApp: TestApp;
let shop: TestShop;

beforeAll(async () => {
  testApp = await startTestApp();
  shop = await testApp.createShop();
});
afterAll(() => testApp.close());

describe("the OpenAPI document", () => {
  test("is OpenAPI 3.1 and holds every declared route with its errors", async () => {
    const { status, body } = await callJson(`${testApp.url}/openapi.json`);
    expect(status).toBe(200);
    expect(body.openapi).toBe("3.1.0");
    const ids = new Set<string>();
    for (const { api, path, method, operationId } of testApp.declarations) {
      const operation = body.paths[callerPath(path)]?.[method.toLowerCase()];
      expect(operation?.operationId, path).toBe(operationId);
      expect(operation.responses["200"]).toBeDefined();
      const { status: refused } = api.describeError("key_invalid");
      expect(operation.responses[String(refused)], path).toBeDefined();
      ids.add(operationId);
    }
    expect(ids.size).toBe(testApp.declarations.length);
    expect(Object.keys(body.paths).length).toBeGreaterThan(0);
  });

  test("names each address as callers use it, at the server that answers there", async () => {
    const { body } = await callJson(`${testApp.url}/openapi.json`);
    const { DEVSTORE_URL } = testApp.environment;
    for (const [path, { servers = body.servers }] of Object.entries<AnyJson>(body.paths)) {
      expect(path).toMatch(/^\/(api|apps\/service-api|store-credit)\//);
      const url = path.startsWith("/apps/") ? DEVSTORE_URL : testApp.url;
      expect(servers, path).toEqual([{ url }]);
    }
    // A document for many stores leaves the store to its reader.
    const { paths = {} } = await createOpenApiDocument(testApp.declarations, testApp.url);
    const elsewhere = paths["/apps/service-api/v1/data/orders"]?.servers;
    expect(elsewhere?.map(({ url }) => url)).toEqual(["https://{store}"]);
  });

  test("names the headers of limits, of a wait, of a replay and of a retirement where they are sent", async () => {
    const { body } = await callJson(`${testApp.url}/openapi.json`);
    const responsesOf = (id: string) => {
      const found = testApp.declarations.find(({ operationId }) => operationId === id);
      const operation =
        body.paths[callerPath(found?.path ?? "")]?.[found?.method.toLowerCase() ?? ""];
      const headers = Object.entries<{ headers?: object }>(operation.responses).map(
        ([status, { headers: named }]) => [status, Object.keys(named ?? {})] as const,
      );
      return { operation, headers: new Map(headers) };
    };
    const core = responsesOf("addStoreCredit").headers;
    expect(core.get("200")).toContain("X-RateLimit-Remaining");
    expect(core.get("200")).toContain("Idempotent-Replayed");
    expect(core.get("429")).toContain("Retry-After");
    expect(core.get("401")).toEqual(["WWW-Authenticate"]);
    for (const { api, operationId } of testApp.declarations) {
      const { operation, headers } = responsesOf(operationId);
      expect(operation.deprecated ?? false, operationId).toBe(api.deprecation !== undefined);
      if (!api.deprecation) continue;
      for (const [status, names] of headers) {
        // The server's own answer, before it knows the route.
        if (status === "431") continue;
        expect(names).toEqual(expect.arrayContaining(["Deprecation", "Sunset", "Link"]));
      }
    }
  });

  test("resolves every reference that it makes", async () => {
    const { body } = await callJson(`${testApp.url}/openapi.json`);
    const references = [
      ...JSON.stringify(body).matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g),
    ];
    expect(references.length).toBeGreaterThan(0);
    for (const [, name] of references)
      expect(body.components.schemas[name ?? ""], name).toBeDefined();
  });

  test("is what the routes answer: each real answer fits its declared schema", async () => {
    const { cid, contractId } = await shop.createContract({ price: "15.00" });
    const offerId = await createOffer(shop, {
      type: "discount_price",
      discount_type: "percentage",
      discount_value: 20,
      cycles: 3,
    });
    const key = { key: shop.key };
    const flow = `/storefront/cancel-flow/${contractId}`;
    const answers = {
      listChurnOffers: await shop.proxy("/membership/churn/offers", key),
      answerCancelReason: await shop.proxy(`${flow}/reason`, {
        cid,
        body: { reason: "too_expensive" },
      }),
      activateOffer: await shop.proxy(
        `/membership/churn/${contractId}/offers/${offerId}/activation`,
        { ...key, method: "POST" },
      ),
      listAppliedOffers: await shop.proxy(`/membership/churn/${contractId}/offers`, key),
      getCancelFlow: await shop.proxy(flow, { cid }),
      confirmCancel: await shop.proxy(`${flow}/cancel`, { cid, body: {} }),
    };
    for (const [operationId, { status, body }] of Object.entries(answers)) {
      expect(status, operationId).toBe(200);
      const declaration = testApp.declarations.find((one) => one.operationId === operationId);
      expect(declaration?.answer.safeParse(body).error, operationId).toBeUndefined();
    }
  });
});
