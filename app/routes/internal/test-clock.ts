import { createHmac, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import type { AppContext } from "#app/domain/context.ts";
import { findNextDue, setTestClock } from "#app/domain/schedule/advance-test-clock.ts";
import { describeRetry } from "#app/domain/schedule/bring-to-rest.ts";
import { findShopByDomain } from "#app/domain/shops/open-shop.ts";
import type { RouteArguments } from "#app/http/load-context.ts";
import { readBodyText } from "#app/http/read-body.ts";
import { jsonResponse } from "#app/http/respond.ts";
import { isAppError } from "#app/lib/app-error.ts";
import { instantField } from "#app/lib/instants.ts";

const instant = instantField({ offset: true });

const requestSchema = z.discriminatedUnion("operation", [
  z.object({ operation: z.literal("next"), shop: z.string(), until: instant }),
  z.object({
    ...{ operation: z.literal("advance"), shop: z.string(), to: instant },
    /** Jobs that earlier steps of the same move have tried again. */
    tried: z.array(z.string()),
  }),
]);

/**
 * How the development store moves a shop's test clock: it asks for the next instant at which something
 * is due, moves its own clock there, and has the app follow. Signed with the app's secret. Without a
 * development store (in production) there is nothing at this address.
 */
export const action = async ({ request, context }: RouteArguments): Promise<Response> => {
  const { DEVSTORE_URL, SHOPIFY_API_SECRET } = context.environment;
  if (!DEVSTORE_URL) return jsonResponse(404, { message: "not found" });
  try {
    const body = await readBodyText(request);
    const signature = request.headers.get("x-devstore-hmac-sha256") ?? "";
    if (!isSignedBy(SHOPIFY_API_SECRET, body, signature)) {
      return jsonResponse(401, { message: "The signature does not verify." });
    }
    return await moveClock(context.app, requestSchema.parse(JSON.parse(body)));
  } catch (error) {
    if (isAppError(error) || error instanceof z.ZodError || error instanceof SyntaxError) {
      return jsonResponse(422, { message: error.message });
    }
    throw error;
  }
};

async function moveClock(
  app: AppContext,
  request: z.infer<typeof requestSchema>,
): Promise<Response> {
  const shop = await findShopByDomain(app, request.shop);
  // A store without the app has no clock of ours to move, and nothing due.
  if (shop?.status !== "active") {
    return jsonResponse(
      200,
      request.operation === "next"
        ? { next_due_at: null }
        : { now: request.to.toISOString(), tried: request.tried, failing: [] },
    );
  }
  if (request.operation === "next") {
    const next = await findNextDue(app, shop, request.until);
    return jsonResponse(200, { next_due_at: next?.toISOString() ?? null });
  }
  const tried = new Set(request.tried);
  const { now, failing } = await setTestClock(app, shop, request.to, tried);
  return jsonResponse(200, {
    now: now.toISOString(),
    tried: [...tried],
    failing: failing.map(describeRetry),
  });
}

function isSignedBy(secret: string, body: string, signature: string): boolean {
  const expected = createHmac("sha256", secret).update(body).digest();
  const given = Buffer.from(signature, "base64");
  return given.length === expected.length && timingSafeEqual(given, expected);
}
