import type { ShopContext } from "../../context.ts";
import { followCustomer } from "../../customers/store-customer.ts";
import { type NewFact, noteFacts } from "./note-facts.ts";

/** What a webhook told of a customer: tags that were added or taken off, or consent to marketing. */
interface CustomerNews {
  platformCustomerId: number;
  kind: "tag" | "tag_removed" | "email_consent" | "sms_consent";
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
  await noteFacts(
    context,
    customer.id,
    news.keys.flatMap((key) => factsOf(news.kind, key, at)),
  );
}

/** Getting a tag can be rewarded once; who has it when is told by every change of it. */
function factsOf(kind: CustomerNews["kind"], key: string, at: Date): NewFact[] {
  if (kind === "tag_removed") return [tagChange(key, at, false)];
  return kind === "tag" ? [{ kind, key, at }, tagChange(key, at, true)] : [{ kind, key, at }];
}

function tagChange(tag: string, at: Date, isOn: boolean): NewFact {
  const key = `${at.toISOString()} ${isOn ? "+" : "-"}${tag}`;
  return { kind: "tag_change", key, at, data: { tag, is_on: isOn } };
}
