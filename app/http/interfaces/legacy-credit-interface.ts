import { AppError } from "#app/core/app-error.ts";
import { admitBodyKey } from "../admit-body-key.ts";
import type { ApiInterface } from "../api-interface.ts";
import { jsonResponse } from "../respond.ts";
import { creditInterface, describeCreditRefusal } from "./credit-interface.ts";

/** When the legacy address ends, by the store's clock (contract, section 4.4). */
const SUNSET = new Date("2026-12-31T23:59:59Z");
const SUCCESSOR = "/api/v1/store-credit/manage";

/**
 * The deprecated address of the Store Credit Management API: the same checks, but every refusal is a 200
 * whose body says it, until the sunset; from then on everything is 410 with the new address. The clock that
 * counts is that of the key's store; without a key there is no store, and the machine's counts.
 */
export const legacyCreditInterface: ApiInterface = {
  title: "Store Credit Management API, legacy address",
  credentials: "body-key",
  retirement: {
    deprecated: new Date("2026-01-01T00:00:00Z"),
    sunset: SUNSET,
    successor: SUCCESSOR,
  },
  admit: async (admission) => {
    const caller = await admitBodyKey(admission);
    if (caller.context.clock.now() >= SUNSET) throw retired(admission.context.environment.APP_URL);
    return caller;
  },
  describeRefusal: (code) =>
    code === "retired"
      ? { ...creditInterface.describeRefusal(code), status: 410 }
      : { ...creditInterface.describeRefusal(code), status: 200 },
  refuse: (error, request) => {
    const isOver = new Date() >= SUNSET;
    const { status, body } = describeCreditRefusal(isOver ? retired() : error, request);
    return jsonResponse(status === 410 ? 410 : 200, body, request.headers);
  },
};

function retired(host = ""): AppError {
  return new AppError("retired", `This address was retired. Use ${host}${SUCCESSOR}.`);
}
