import { z } from "zod";
import { readCollectionAccess } from "#app/domain/data-export/collection-access.ts";
import { recordCollectionCall } from "#app/domain/data-export/record-collection-call.ts";
import { learnProxyPath } from "#app/domain/shops/change-proxy-path.ts";
import { findShopByDomain } from "#app/domain/shops/open-shop.ts";
import type { ApiDefinition, AuthenticationRequest, Caller } from "#app/http/api.ts";
import { verifySignature } from "#app/http/authenticate-proxy.ts";
import { callerOfKey } from "#app/http/caller-of-key.ts";
import { addSuccessor } from "#app/http/deprecation.ts";
import { readBodyText } from "#app/http/read-body.ts";
import { readFormFields } from "#app/http/read-form-or-json.ts";
import { jsonResponse } from "#app/http/respond.ts";
import { logUnexpected } from "#app/http/unexpected-error.ts";
import { AppError, type AppErrorCode, isAppError } from "#app/lib/app-error.ts";
import { successorOf } from "./topics.ts";

/**
 * The deprecated Collection API (contract, sections 4.3, 5 and 7.3): signed by the app proxy, keyed in a
 * form. Every answer names the topic's successor and the end, which the merchant decides: once it is switched off,
 * whoever has a valid key gets 410.
 */
export const collectionApi: ApiDefinition = {
  title: "Collection API",
  credentials: "form-key",
  deprecation: {
    deprecated: new Date("2026-01-01T00:00:00Z"),
    sunset: new Date("2027-12-31T23:59:59Z"),
    successor: successorOf(null, "/apps/service-api"),
  },
  authenticate: authenticateFormKey,
  describeError: (code) => ({ status: statusOf(code), body: errorBody }),
  exampleMessages: {
    not_found: "No data matches the query.",
    malformed_request: "The form field key is missing.",
  },
  toErrorResponse: (error, request) => {
    if (isAppError(error)) {
      return jsonResponse(statusOf(error.code), { message: error.message }, request.headers);
    }
    logUnexpected(error, request);
    return jsonResponse(500, { message: "server error" }, request.headers);
  },
};

const errorBody = z
  .object({
    message: z.string().meta({
      description: "What is wrong, as an English sentence.",
      example: "No data matches the query.",
    }),
  })
  .meta({ id: "CollectionError" });

const STATUS: Partial<Record<AppErrorCode, number>> = {
  signature_invalid: 401,
  key_invalid: 401,
  scope_missing: 403,
  shop_unknown: 404,
  not_found: 404,
  retired: 410,
};

function statusOf(code: AppErrorCode): number {
  return STATUS[code] ?? 400;
}

async function authenticateFormKey(authentication: AuthenticationRequest): Promise<Caller> {
  const { request, context, headers } = authentication;
  const signed = verifySignature(authentication);
  const shop = await findShopByDomain(context.app, signed.shopDomain);
  if (!shop) throw new AppError("shop_unknown", "This store is not known here.");
  const type = request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
  if (type !== "application/x-www-form-urlencoded") {
    throw new AppError(
      "malformed_request",
      "Send the body as application/x-www-form-urlencoded, with the fields key and topic.",
    );
  }
  const fields = readFormFields(await readBodyText(request));
  const successor = successorOf(fields.topic, shop.proxyPath);
  addSuccessor(headers, successor);
  const secret = Object.hasOwn(fields, "key") ? fields.key : null;
  if (typeof secret !== "string" || secret === "") {
    throw new AppError("malformed_request", "The form field key is missing.");
  }
  const key = await context.authenticator.recognizeKey(secret, "collection");
  if (!key || key.shop.id !== shop.id) {
    throw new AppError("key_invalid", "The API key is not valid for this store.");
  }
  const store = { db: context.app.db.ofStore(shop.id), shop };
  await recordCollectionCall(store, key.keyId);
  if ((await readCollectionAccess(store.db.prisma, shop.id)).offSince) {
    throw new AppError(
      "retired",
      `This store has switched the Collection API off. Use the Data API: GET ${successor}.`,
    );
  }
  const caller = callerOfKey(authentication, key, {
    loggedInCustomerId: signed.loggedInCustomerId,
    fields,
  });
  await learnProxyPath(caller.context, signed.pathPrefix);
  return caller;
}
