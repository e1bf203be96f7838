import type { Actor } from "#app/domain/context.ts";
import { noteVisit } from "#app/domain/loyalty/triggers/note-visit.ts";
import { recordBlockSeen } from "#app/domain/shops/block-seen.ts";
import { learnProxyPath } from "#app/domain/shops/change-proxy-path.ts";
import { findShopByDomain, openShop } from "#app/domain/shops/open-shop.ts";
import type { Shop } from "#app/domain/shops/shop.ts";
import { AppError } from "#app/lib/app-error.ts";
import { MAX_PARAMETERS, type Parameters, readParameters } from "#app/lib/parameters.ts";
import {
  type ProxySignatureError,
  type ProxyVerification,
  verifyProxySignature,
} from "#app/platform/shopify/auth/verify-proxy-signature.ts";
import type { AuthenticationRequest, Caller } from "./api.ts";
import { callerOfKey } from "./caller-of-key.ts";
import { isPrefetch } from "./is-prefetch.ts";

/**
 * Admits a request that the platform's app proxy has signed and that carries an API key of the same
 * store in its query (contract, section 5).
 *
 * @param usedFor the interface, for "last used" in the settings.
 * @throws AppError signature_invalid, key_missing, key_invalid, scope_missing.
 */
export async function authenticateProxyKey(
  authentication: AuthenticationRequest,
  usedFor: string,
): Promise<Caller> {
  const { context } = authentication;
  const signed = verifySignature(authentication);
  const keys = signed.parameters.get("key") ?? [];
  const [secret] = keys;
  if (!secret) throw new AppError("key_missing", "The query parameter key is missing.");
  if (keys.length > 1) throw new AppError("key_invalid", "The query parameter key was sent twice.");
  const key = await context.authenticator.recognizeKey(secret, usedFor);
  if (!key || key.shop.domain !== signed.shopDomain) {
    throw new AppError("key_invalid", "The API key is not valid for this store.");
  }
  const caller = callerOfKey(authentication, key, {
    loggedInCustomerId: signed.loggedInCustomerId,
  });
  await learnProxyPath(caller.context, signed.pathPrefix);
  return caller;
}

/**
 * Admits any request that the platform's app proxy has signed, whoever looks at the storefront.
 *
 * @throws AppError signature_invalid.
 */
export async function authenticateProxy(authentication: AuthenticationRequest): Promise<Caller> {
  const signed = verifySignature(authentication);
  const shop = await findActiveShop(authentication, signed.shopDomain);
  const { loggedInCustomerId } = signed;
  const actor: Actor =
    loggedInCustomerId === null ? { kind: "system", name: null } : { kind: "customer", name: null };
  const context = openShop(authentication.context.app, shop, actor);
  await learnProxyPath(context, signed.pathPrefix);
  const isAhead = isPrefetch(authentication.request);
  return { context, loggedInCustomerId, keyId: null, isPrefetch: isAhead };
}

/**
 * Admits a signed request of a shopper who is logged in on the storefront.
 *
 * @throws AppError signature_invalid, signed_out.
 */
export async function authenticateProxyCustomer(
  authentication: AuthenticationRequest,
): Promise<Caller> {
  const signed = verifySignature(authentication);
  const shop = await findActiveShop(authentication, signed.shopDomain);
  if (signed.loggedInCustomerId === null) {
    throw new AppError("signed_out", "Sign in to the store first.");
  }
  const actor: Actor = { kind: "customer", name: null };
  const context = openShop(authentication.context.app, shop, actor);
  await learnProxyPath(context, signed.pathPrefix);
  await recordBlockSeen(context);
  if (!isPrefetch(authentication.request)) await noteVisit(context, signed.loggedInCustomerId);
  return { context, loggedInCustomerId: signed.loggedInCustomerId, keyId: null };
}

/** What the platform's app proxy has signed, and the query that it signed. */
type SignedQuery = Extract<ProxyVerification, { ok: true }> & { parameters: Parameters };

/** @throws AppError signature_invalid unless the platform's app proxy has signed the query. */
export function verifySignature({
  url,
  context,
}: Pick<AuthenticationRequest, "url" | "context">): SignedQuery {
  const parameters = readParameters(url.search.slice(1));
  const { SHOPIFY_API_SECRET } = context.environment;
  const verified: ProxyVerification = parameters
    ? verifyProxySignature(parameters, SHOPIFY_API_SECRET, new Date())
    : { ok: false, reason: "parameters_too_many" };
  if (!verified.ok || !parameters) {
    throw new AppError(
      "signature_invalid",
      MESSAGES[verified.ok ? "parameters_too_many" : verified.reason],
    );
  }
  return { ...verified, parameters };
}

/** What the caller can do about it: not every rejected query has a wrong signature. */
const MESSAGES: Readonly<Record<ProxySignatureError, string>> = {
  parameter_missing: "The app proxy's signature is missing: call the store's address of this API.",
  parameters_too_many: `A request takes at most ${MAX_PARAMETERS} query parameters.`,
  parameter_repeated: "A parameter that the app proxy adds was sent twice.",
  parameters_ambiguous:
    "A query parameter looks like one that the app proxy adds, such as shop= within a value.",
  shop_malformed: "The app proxy's parameter shop names no store.",
  timestamp_outside_window: "The app proxy signed this request too long ago. Send it again.",
  signature_wrong: "The app proxy signature does not verify.",
};

async function findActiveShop({ context }: AuthenticationRequest, domain: string): Promise<Shop> {
  const shop = await findShopByDomain(context.app, domain);
  if (shop?.status === "active") return shop;
  throw new AppError("signature_invalid", "The app is not installed on this store.");
}
