import { findShopByDomain } from "#app/domain/shops/open-shop.ts";
import type { Shop } from "#app/domain/shops/shop.ts";
import { isAppError } from "#app/lib/app-error.ts";
import type { Queries } from "#app/lib/db.ts";
import { type VerifiedWebhook, verifyWebhook } from "#app/platform/shopify/auth/verify-webhook.ts";
import type { ApiArguments, ApiContext } from "./api-context.ts";
import { readBodyText } from "./read-body.ts";
import { jsonResponse } from "./respond.ts";
import { logUnexpected } from "./unexpected-error.ts";

/** One delivery, taken in for the first time. */
export interface IncomingWebhook {
  readonly shop: Shop;
  readonly webhookId: string;
  readonly triggeredAt: Date;
  readonly payload: unknown;
}

/** A topic and what follows it: a few writes, and jobs for the rest, in the transaction of the receipt. */
export interface WebhookDeclaration {
  readonly topic: string;
  handle(tx: Queries, webhook: IncomingWebhook): Promise<void>;
}

export interface DeclaredWebhook {
  (args: ApiArguments): Promise<Response>;
  readonly webhook: WebhookDeclaration;
}

/**
 * Makes the action of one of the platform's topics: verify the raw body, record the delivery, let the
 * topic enqueue its work, answer. A delivery that comes twice is recorded once; one that cannot be
 * recorded answers 500, and the platform sends it again. A false signature is 401.
 */
export function declareWebhook(declaration: WebhookDeclaration): DeclaredWebhook {
  const action = async ({ request, context }: ApiArguments): Promise<Response> => {
    try {
      const rawBody = await readBodyText(request);
      const verified = verifyWebhook({
        rawBody,
        headers: request.headers,
        secret: context.environment.SHOPIFY_API_SECRET,
      });
      if (!verified.ok) return jsonResponse(401, { message: verified.reason });
      if (verified.topic !== declaration.topic) {
        return jsonResponse(400, { message: `This address takes ${declaration.topic} only.` });
      }
      await takeIn(context, declaration, verified);
      return jsonResponse(200, {});
    } catch (error) {
      if (isAppError(error)) return jsonResponse(400, { message: error.message });
      logUnexpected(error, { headers: {}, log: context.app.log, request });
      return jsonResponse(500, { message: "server error" });
    }
  };
  return Object.assign(action, { webhook: declaration });
}

async function takeIn(
  { app }: ApiContext,
  declaration: WebhookDeclaration,
  webhook: VerifiedWebhook,
): Promise<void> {
  const shop = await findShopByDomain(app, webhook.shopDomain);
  // A store that was never installed here has nothing that could change or be erased.
  if (!shop) return;
  await app.db.transaction(async (tx) => {
    const { count } = await tx.webhookReceipt.createMany({
      data: [
        {
          shopId: shop.id,
          webhookId: webhook.webhookId,
          topic: webhook.topic,
          triggeredAt: webhook.triggeredAt,
        },
      ],
      skipDuplicates: true,
    });
    if (count === 0) return;
    await declaration.handle(tx, {
      shop,
      webhookId: webhook.webhookId,
      triggeredAt: webhook.triggeredAt ?? new Date(),
      payload: webhook.payload,
    });
  });
}
