import { beforeAll, describe, expect, inject, test } from "vitest";
import { type MailTransport, openMailTransport } from "#app/lib/mail-transport.ts";
import { shopperOf } from "../devstore-storefront/shopper.ts";
import { type PlatformShop, platformShop } from "./platform-shop.ts";

let shop: PlatformShop;
let other: PlatformShop;
let transport: MailTransport;

beforeAll(async () => {
  shop = await platformShop({ seed: "empty", email: "mailbox@example.com" });
  other = await platformShop({ seed: "empty" });
  transport = openMailTransport(inject("smtpUrl"), "no-reply@example.com");
});

const send = (subject: string, to = "ada@example.com", html = "<p>Bonjour&nbsp;👋</p>") =>
  transport.send({
    ...{ fromName: "Blatt", replyTo: "mailbox@example.com", to, subject, html, text: "Bonjour 👋" },
    ...{ messageId: `id-${subject}`, headers: { "X-Kind": "test" } },
  });
const mails = async (of = shop) => (await of.look("mailbox")).body.mails;

describe("the mailbox of a store", () => {
  test("holds the mails whose answers go to the store, newest first, with all of their parts", async () => {
    await send("first");
    await send("second – ü");
    expect(await mails()).toMatchObject([
      {
        from: "Blatt <no-reply@example.com>",
        to: "ada@example.com",
        reply_to: "mailbox@example.com",
        subject: "second – ü",
        text: "Bonjour 👋\n",
        html: "<p>Bonjour&nbsp;👋</p>\n",
        message_id: "<id-second – ü@example.com>",
        envelope: { from: "no-reply@example.com", to: ["ada@example.com"] },
      },
      { subject: "first" },
    ]);
    expect((await mails())[1].headers).toContainEqual({ name: "X-Kind", value: "test" });
    expect(await mails(other)).toEqual([]);
    expect((await shop.look("mailbox.json")).body.mails).toHaveLength(2);
  });

  test("is a page for a browser, which runs nothing of what a mail brings along", async () => {
    await send("<script>bad()</script>", "eve@example.com", `<script>bad()</script>"'`);
    const page = await shopperOf(shop).get("/__dev/mailbox", {
      accept: "text/html,application/xhtml+xml",
    });
    expect(page.headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(page.text).not.toContain("<script>bad");
    expect(page.text).toContain(`<iframe sandbox=""`);
  });
});

describe("an address that is refused", () => {
  test("for now is answered so that a mail may come again, for good so that it must not", async () => {
    const to = "refused@example.com";
    await shop.control("mailbox/refuse", { address: "Refused@example.com", answer: "temporary" });
    expect(await send("busy", to)).toMatchObject({
      outcome: "postponed",
      reason: expect.stringMatching(/^450 4\.2\.1 /),
    });
    await shop.control("mailbox/refuse", { address: to, answer: "permanent" });
    expect(await send("gone", to)).toMatchObject({
      outcome: "refused",
      isAddressDead: true,
      reason: expect.stringMatching(/^550 5\.1\.1 /),
    });
    await shop.control("mailbox/refuse", { address: to, answer: null });
    expect(await send("back", to)).toEqual({ outcome: "accepted" });
  });

  test("may be no customer's of another store, whose mail it would stop", async () => {
    const address = "somebody@another-store.example";
    expect((await other.control("customers", { email: address })).status).toBe(200);
    for (const answer of ["temporary", "permanent"]) {
      const { status, body } = await shop.control("mailbox/refuse", { address, answer });
      expect(status).toBe(422);
      expect(body.errors).toMatchObject([{ field: "address" }]);
      expect(await send("through", address)).toEqual({ outcome: "accepted" });
    }
  });

  test("must be an address, and the answer one of those offered", async () => {
    const { status, body } = await shop.control("mailbox/refuse", { address: "x", answer: "no" });
    expect(status).toBe(422);
    expect(body.errors.map(({ field }: { field: string }) => field)).toEqual(["address", "answer"]);
  });
});

test("a mail larger than a mail server takes is refused, and not kept", async () => {
  expect(await send("large", "ada@example.com", "x".repeat(1_100_000))).toMatchObject({
    outcome: "refused",
    isAddressDead: false,
  });
  expect((await mails()).map(({ subject }: { subject: string }) => subject)).not.toContain("large");
});
