import type { ApiDefinition } from "#app/http/api.ts";
import { authenticateBodyKey } from "#app/http/authenticate-body-key.ts";
import { jsonResponse } from "#app/http/respond.ts";
import { AppError } from "#app/lib/app-error.ts";
import { describeStoreCreditError, storeCreditApi } from "./store-credit-api.ts";

/** When the legacy address ends, by the store's clock (contract, section 4.4). */
const SUNSET = new Date("2026-12-31T23:59:59Z");
/** Gone, and too many at a time: what every client acts on without reading a body. */
const OWN_STATUSES: ReadonlySet<number> = new Set([410, 429]);
const SUCCESSOR = "/api/v1/store-credit/manage";

/**
 * The deprecated endpoint of the Store Credit Management API: the same checks, but every error is a 200 with
 * the error in its body until the sunset; from then on every request gets 410 with the new address. The clock
 * is that of the key's store; without a key there is no store, and the machine's clock decides.
 */
export const legacyStoreCreditApi: ApiDefinition = {
  title: "Store Credit Management API, legacy address",
  credentials: "body-key",
  limitsConcurrency: true,
  deprecation: {
    deprecated: new Date("2026-01-01T00:00:00Z"),
    sunset: SUNSET,
    successor: SUCCESSOR,
  },
  authenticate: async (request) => {
    const caller = await authenticateBodyKey(request);
    if (caller.context.clock.now() >= SUNSET) throw retired(request.context.environment.APP_URL);
    return caller;
  },
  describeError: (code) =>
    OWN_STATUSES.has(storeCreditApi.describeError(code).status)
      ? storeCreditApi.describeError(code)
      : { ...storeCreditApi.describeError(code), status: 200 },
  exampleMessages: { not_found: "customer not found", retired: retired().message },
  toErrorResponse: (error, request) => {
    const isOver = new Date() >= SUNSET;
    const { status, body } = describeStoreCreditError(isOver ? retired() : error, request);
    return jsonResponse(OWN_STATUSES.has(status) ? status : 200, body, request.headers);
  },
};

function retired(host = ""): AppError {
  return new AppError("retired", `This address was retired. Use ${host}${SUCCESSOR}.`);
}
