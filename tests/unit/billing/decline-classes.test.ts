import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import {
  DECLINE_CLASSES,
  declineClassOf,
  WHAT_HAPPENED,
} from "#app/domain/billing/dunning/decline-classes.ts";

const schemaFile = new URL("../../../devstore/schema/admin-2026-10.graphql", import.meta.url);

function publishedCodes(): string[] {
  const schema = readFileSync(schemaFile, "utf8");
  const body = /^enum SubscriptionBillingAttemptErrorCode \{([^}]+)\}/m.exec(schema)?.[1] ?? "";
  return body.split(/\s+/).filter((word) => word !== "");
}

const classCodes = Object.values(DECLINE_CLASSES).flatMap(({ codes }) => Object.keys(codes));

describe("the classes of failed charges", () => {
  test("hold each error code that the platform publishes, and no other", () => {
    const published = publishedCodes();
    expect(published.length).toBeGreaterThan(50);
    expect(Object.keys(WHAT_HAPPENED).sort()).toEqual(published.sort());
  });

  test("hold no code twice", () => {
    expect(new Set(classCodes).size).toBe(classCodes.length);
  });

  test("say what happened in a sentence, without the platform's codes", () => {
    for (const sentence of Object.values(WHAT_HAPPENED)) {
      expect(sentence).toMatch(/^[A-Z].*\.$/);
      expect(sentence).not.toMatch(/[A-Z]{4}|_/);
    }
  });

  test.each([
    ["TRANSIENT_ERROR", "technical"],
    ["PAYMENT_PROVIDER_ERROR", "technical"],
    ["PROCESSING_ERROR", "technical"],
    ["INSUFFICIENT_FUNDS", "later"],
    ["DO_NOT_HONOR", "later"],
    ["GENERIC_ERROR", "later"],
    ["AUTHENTICATION_REQUIRED", "customer_must_act"],
    ["OFF_SESSION_REJECTED", "customer_must_act"],
    ["EXPIRED_CARD", "data"],
    ["INCORRECT_CVC", "data"],
    ["FRAUD_SUSPECTED", "never"],
    ["BUYER_CANCELED_PAYMENT_METHOD", "never"],
    ["INVOICE_ALREADY_PAID", "never"],
    ["INSUFFICIENT_INVENTORY", "inventory"],
  ] as const)("%s is of the class %s", (code, name) => {
    expect(declineClassOf(code)).toBe(name);
  });
});
