import { describe, expect, test } from "vitest";
import {
  frameAncestors,
  setAdminPageHeaders,
} from "#app/platform/shopify/auth/admin-page-headers.ts";

describe("framing of admin pages", () => {
  test("a page may be framed by its own store and the admin, and by nothing else", () => {
    expect(frameAncestors("a-store.myshopify.com", null)).toBe(
      "frame-ancestors https://a-store.myshopify.com https://admin.shopify.com",
    );
  });

  test.each([
    null,
    "",
    "evil.example",
    "a.myshopify.com.evil.example",
    "a.myshopify.com; script-src *",
    "https://a.myshopify.com",
    "A.myshopify.com",
    "a.b.myshopify.com",
  ])("nobody may frame a page whose shop is %j", (shop) => {
    expect(frameAncestors(shop, "http://127.0.0.1:4500")).toBe("frame-ancestors 'none'");
  });

  test("the stand-in may frame a page under every name of this machine and its stores' names below localhost", () => {
    expect(frameAncestors("a.myshopify.com", "http://127.0.0.1:4500/ignored")).toBe(
      "frame-ancestors https://a.myshopify.com https://admin.shopify.com http://127.0.0.1:4500 http://localhost:4500 http://*.localhost:4500",
    );
  });

  test("another policy's directives stay, its own framing rule and X-Frame-Options go", () => {
    const headers = new Headers({
      "content-security-policy":
        "default-src 'self'; frame-ancestors https://*.example; img-src *;",
      "x-frame-options": "DENY",
    });
    setAdminPageHeaders(headers, "a.myshopify.com", null);
    expect(headers.get("content-security-policy")).toBe(
      "default-src 'self'; img-src *; frame-ancestors https://a.myshopify.com https://admin.shopify.com",
    );
    expect(headers.has("x-frame-options")).toBe(false);
  });
});
