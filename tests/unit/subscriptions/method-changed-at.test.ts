import { describe, expect, test } from "vitest";
import { methodChangedAt } from "#app/domain/subscriptions/charges/method-changed-at.ts";

const now = new Date("2026-11-10T12:00:00Z");
const earlier = new Date("2026-11-09T12:00:00Z");
const long = new Date("2026-10-01T12:00:00Z");

const card = {
  paymentMethod: "gid://shopify/CustomerPaymentMethod/a",
  cardBrand: "Visa",
  cardLastDigits: "4242",
  cardExpiresAt: new Date("2026-11-30T22:59:59Z"),
};
const unchanged = { ...card, paymentMethodChangedAt: null };
const agreement = { ...card, cardBrand: null, cardLastDigits: null, cardExpiresAt: null };

describe("what pays a subscription", () => {
  test("is the same while nothing of it differs", () => {
    expect(methodChangedAt(unchanged, card, null, now)).toBeNull();
    const before = { ...card, paymentMethodChangedAt: long };
    expect(methodChangedAt(before, card, null, now)).toEqual(long);
  });

  test("is another with another id, whatever was told of the one before", () => {
    const other = { ...card, paymentMethod: "gid://shopify/CustomerPaymentMethod/b" };
    expect(methodChangedAt(unchanged, other, null, now)).toEqual(now);
    expect(methodChangedAt(unchanged, other, earlier, now)).toEqual(now);
  });

  test.each([
    ["number", { cardLastDigits: "1881" }],
    ["network", { cardBrand: "Mastercard" }],
    ["month", { cardExpiresAt: new Date("2026-12-31T22:59:59Z") }],
  ])("is another with another %s of the card", (_, change) => {
    expect(methodChangedAt(unchanged, { ...card, ...change }, null, now)).toEqual(now);
  });

  test("is the same where the month ends in another zone", () => {
    const elsewhere = { ...card, cardExpiresAt: new Date("2026-12-01T07:59:59Z") };
    expect(methodChangedAt(unchanged, elsewhere, null, now)).toBeNull();
  });

  test("is another since it was renewed, shown or not, and never since an older time than is known", () => {
    const renewed = { ...card, cardLastDigits: "1881" };
    expect(methodChangedAt(unchanged, renewed, earlier, now)).toEqual(earlier);
    const before = { ...agreement, paymentMethodChangedAt: null };
    expect(methodChangedAt(before, agreement, earlier, now)).toEqual(earlier);
    const known = { ...agreement, paymentMethodChangedAt: earlier };
    expect(methodChangedAt(known, agreement, long, now)).toEqual(earlier);
  });

  test("is none any more when it is taken away, and the same where the platform hides or begins to show its card", () => {
    const none = { ...agreement, paymentMethod: null };
    expect(methodChangedAt(unchanged, none, null, now)).toBeNull();
    expect(methodChangedAt(unchanged, agreement, null, now)).toBeNull();
    const hidden = { ...agreement, paymentMethodChangedAt: null };
    expect(methodChangedAt(hidden, card, null, now)).toBeNull();
  });
});
