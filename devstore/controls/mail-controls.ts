import type { Context, Hono } from "hono";
import { z } from "zod";
import type { Devstore } from "../devstore.ts";
import { InputError } from "../input-error.ts";
import type { Mailbox } from "../mail/mailbox.ts";
import { mailboxPage } from "../mail/mailbox-page.ts";
import type { DevMail } from "../state/mail.ts";
import type { DevShop } from "../state/shop.ts";
import { controlShop, declareControl, errorResponse } from "./declare-control.ts";
import { emailAddress } from "./email-address.ts";

const refusalSchema = z.strictObject({
  address: emailAddress,
  /** Null: the address takes mail again. */
  answer: z.enum(["temporary", "permanent"]).nullable(),
});

/** The mails that the app has sent, for people and for programs, and addresses that take none. */
export function mountMailControls(app: Hono, devstore: Devstore, mailbox: Mailbox): void {
  const json = (c: Context) =>
    answer(c, () => {
      const { domain } = controlShop(devstore, c);
      return c.json({ mails: mailbox.list(domain).map(toRecord) });
    });
  app.get("/__dev/mailbox.json", json);
  app.get("/__dev/mailbox", (c) => {
    if (!c.req.header("accept")?.includes("text/html")) return json(c);
    return answer(c, async () => {
      const shop = controlShop(devstore, c);
      return c.html(await mailboxPage(shop, mailbox.list(shop.domain)), 200, {
        "cache-control": "no-store",
        "content-security-policy":
          "default-src 'none'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'",
        "x-content-type-options": "nosniff",
      });
    });
  });
  declareControl(app, devstore, "mailbox/refuse", refusalSchema, ({ shop, body }) => {
    if (body.answer !== null) requireOnlyOwn(devstore, shop, body.address);
    mailbox.refuse(body.address, body.answer);
    return body;
  });
}

/** A mail server refuses an address to every sender: what is tried in one shop must not stop another shop's mail. */
function requireOnlyOwn({ state }: Devstore, shop: DevShop, address: string): void {
  const owner = state
    .shops()
    .filter(({ domain }) => domain !== shop.domain)
    .find(({ domain }) =>
      state.list(domain, "customer").some(({ email }) => email === address.toLowerCase()),
    );
  if (!owner) return;
  throw new InputError(
    "address",
    `${owner.domain} has a customer with this address, whose mail would be refused too: name another one`,
  );
}

async function answer(c: Context, work: () => Response | Promise<Response>): Promise<Response> {
  try {
    return await work();
  } catch (error) {
    return errorResponse(c, error);
  }
}

function toRecord(mail: DevMail) {
  return {
    id: mail.id,
    from: mail.from,
    to: mail.to,
    reply_to: mail.replyTo,
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    message_id: mail.messageId,
    headers: mail.headers,
    envelope: { from: mail.sender, to: mail.recipients },
    received_at: mail.receivedAt,
  };
}
