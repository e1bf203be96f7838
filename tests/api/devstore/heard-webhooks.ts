import type { AnyJson } from "#tests/support/any-json.ts";
import { documentOf } from "./admin-documents.ts";
import type { PlatformShop } from "./platform-shop.ts";
import type { WebhookReceiver } from "./webhook-receiver.ts";

const PATH = "/hook";

/**
 * Has a store send these topics to a receiver.
 *
 * @returns what asks for the bodies that have come of a topic, as webhooks name it, once everything is sent.
 */
export async function hearWebhooks(
  shop: PlatformShop,
  { url, received }: WebhookReceiver,
  topics: readonly string[],
): Promise<(topic: string) => Promise<AnyJson[]>> {
  for (const topic of topics) {
    await shop.data(documentOf("webhookCreate"), { topic, input: { uri: `${url}${PATH}` } });
  }
  return async (topic) => {
    await shop.control("webhooks/flush");
    return received
      .filter((one) => one.topic === topic && one.path === PATH)
      .map(({ body }) => JSON.parse(body));
  };
}
