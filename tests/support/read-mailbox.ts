import { callJson, type TestShop } from "./test-shop.ts";

/** A mail as the development store's mailbox shows it. */
export interface ReceivedMail {
  from: string;
  to: string;
  reply_to: string | null;
  subject: string;
  text: string;
  html: string;
  message_id: string;
  headers: { name: string; value: string }[];
}

/** What has arrived for a store's customers, newest first. */
export async function readMailbox(shop: TestShop): Promise<ReceivedMail[]> {
  const { body } = await callJson(`${shop.devstoreUrl}/__dev/mailbox`, {
    headers: { "x-forwarded-host": shop.domain },
  });
  return body.mails;
}
