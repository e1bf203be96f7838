import type { ShopContext } from "../../context.ts";
import { followCustomer } from "../../customers/store-customer.ts";
import { noteFacts } from "./note-facts.ts";

/** What a webhook told of a customer: tags that were added, or consent to marketing. */
interface CustomerNews {
  platformCustomerId: number;
  kind: "tag" | "email_consent" | "sms_consent";
  /** The tags, as they are written; one key for what can be done once. */
  keys: readonly string[];
  at: string;
}

/**
 * Writes down what the platform told. A tag or a consent may be gone again when we look, so that the news itself is the fact.
 * A customer whom our rows do not know is read from the platform first. Calls the network. Safe to repeat.
 *
 * @throws PlatformFailure
 */
export async function noteNews(context: ShopContext, news: CustomerNews): Promise<void> {
  const customer = await followCustomer(context, news.platformCustomerId);
  if (!customer) return;
  const at = new Date(news.at);
  const facts = news.keys.map((key) => ({ kind: news.kind, key, at }));
  await noteFacts(context, customer.id, facts);
}
