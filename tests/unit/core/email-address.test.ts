import { describe, expect, test } from "vitest";
import {
  addressSpellings,
  envelopeAddress,
  isAddress,
  isSameAddress,
  withPlus,
} from "#app/lib/email-address.ts";
import { mailboxOf } from "#app/lib/mailbox-of.ts";
import { fc } from "#tests/support/property.ts";

describe("an address", () => {
  test.each([
    ...["ada@example.com", "taro..yamada@docomo.ne.jp", "hanako.@docomo.ne.jp", ".x@ezweb.ne.jp"],
    ...["jörg@example.de", "info@müller.de", '"a@b"@example.com', "x@y", "o’hara+tag@example.ie"],
  ])("may be %s", (text) => {
    expect(isAddress(text)).toBe(true);
  });

  test.each([
    "",
    "@",
    "ada",
    "ada@",
    "@example.com",
    "a b@example.com",
    "ada@exa\u0000mple.com",
    `${"x".repeat(320)}@example.com`,
  ])("is not %j", (text) => {
    expect(isAddress(text)).toBe(false);
  });

  test("is the same in each of its spellings, and in no other's", () => {
    expect(isSameAddress("Info@Müller.de", "info@xn--mller-kva.de")).toBe(true);
    expect(isSameAddress("jörg@example.de", "JO\u0308RG@example.de")).toBe(true);
    expect(isSameAddress("jörg@example.de", "jorg@example.de")).toBe(false);
    expect(isSameAddress("ada@example.com", "ad.a@example.com")).toBe(false);
    expect(addressSpellings("Ada@Example.com")).toEqual([
      "ada@example.com",
      "ada@ｅｘａｍｐｌｅ.com",
    ]);
    expect(addressSpellings("no address")).toEqual(["no address"]);
  });

  test("is the same whichever is asked first, whatever both are", () => {
    const text = fc.oneof(
      fc.emailAddress(),
      fc.string(),
      fc.constantFrom("a@ü.de", "a@xn--tda.de"),
    );
    fc.assert(
      fc.property(text, text, (one, other) => {
        expect(isSameAddress(one, one)).toBe(true);
        expect(isSameAddress(one, one.toUpperCase().toLowerCase())).toBe(true);
        expect(isSameAddress(one, other)).toBe(isSameAddress(other, one));
      }),
    );
  });

  test("that came with a blank had a plus there", () => {
    expect(withPlus(" jane club@example.com ")).toBe("jane+club@example.com");
  });

  test("has its domain as IDNA on an envelope", () => {
    expect(envelopeAddress("info@müller.de")).toBe("info@xn--mller-kva.de");
    expect(envelopeAddress("jörg@example.de")).toBe("jörg@example.de");
  });
});

describe("a mailbox", () => {
  test.each([
    ["gmail.com", "a.d.a+shop@googlemail.com", "ada@gmail.com"],
    ["Outlook.com", "a.d.a+shop@outlook.com", "a.d.a@outlook.com"],
    ["iCloud", "a.da+shop@me.com", "a.da@icloud.com"],
    ["Proton", "a-d_a.b+shop@pm.me", "adab@proton.me"],
    ["Yahoo", "ada-shop@yahoo.com", "ada@yahoo.com"],
    ["Yahoo, which knows no plus", "ada+shop@yahoo.com", "ada+shop@yahoo.com"],
    ["Yandex", "a.da+shop@ya.ru", "a-da@yandex.ru"],
    ["docomo", "a.d..a+shop@docomo.ne.jp", "a.d..a+shop@docomo.ne.jp"],
    ["a provider of no list", "A.da+Shop@Example.com", "a.da@example.com"],
    ["a domain in Unicode", "ada@müller.de", "ada@xn--mller-kva.de"],
    ["a name that is all tag", "+shop@gmail.com", "+shop@gmail.com"],
  ])("at %s: %s is %s", (_provider, address, mailbox) => {
    expect(mailboxOf(address)).toBe(mailbox);
    expect(mailboxOf(mailbox)).toBe(mailbox);
  });

  test("is nobody's without a name or a domain", () => {
    for (const text of ["", "ada", "@example.com", "ada@"]) expect(mailboxOf(text)).toBeNull();
  });
});
