import { randomUUID } from "node:crypto";
import { AppError, wrongField } from "#app/lib/app-error.ts";
import { isAddress } from "#app/lib/email-address.ts";
import type { ShopContext } from "../../context.ts";
import { type MailKind, mailKindOf } from "../kinds/mail-kinds.ts";
import { parseMailSettings } from "../settings/mail-settings-input.ts";
import { renderMail } from "../templates/render-mail.ts";
import type { MailLanguage } from "../texts/languages.ts";

/**
 * Sends a made-up mail to an address that a merchant typed, with settings that may not be saved yet. It is no row of the outbox,
 * and a second one is a second mail. Calls the network.
 *
 * @throws AppError invalid_input, platform_unavailable when the mail server did not take it.
 */
export async function sendTestMail(
  context: ShopContext,
  test: { kind: MailKind; language: MailLanguage; address: string; input: unknown },
): Promise<void> {
  const { kind, language, input } = test;
  const { shop, clock, mail } = context;
  const address = test.address.trim();
  if (!isAddress(address)) throw wrongField("address", "Enter an email address.");
  if (!mail.transport) throw wrongField("address", "No mail server is set up for this app.");
  const { color, texts } = parseMailSettings(input);
  const rendered = renderMail({
    kind,
    data: mailKindOf(kind).sample(clock.now(), shop.currency),
    locale: language,
    look: { storeName: shop.name, color, zone: shop.ianaTimezone },
    ownWords: texts[language]?.[kind] ?? {},
    firstName: null,
    unsubscribeUrl: null,
  });
  const result = await mail.transport.send({
    ...rendered,
    fromName: shop.name,
    replyTo: shop.contactEmail || null,
    to: address,
    messageId: randomUUID(),
    headers: {},
  });
  if (result.outcome === "accepted") return;
  if (result.outcome === "refused" && result.isAddressDead) {
    throw wrongField("address", `The mail server does not take it: ${result.reason}`);
  }
  const message = `The mail server did not take the email: ${result.reason}`;
  throw new AppError("platform_unavailable", message);
}
