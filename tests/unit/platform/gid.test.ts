import { describe, expect, test } from "vitest";
import { fromGid, fromOptionalGid, toGid } from "#app/platform/shopify/gid.ts";

describe("ids of the platform", () => {
  test("a number becomes a gid of its type and comes back", () => {
    expect(toGid("Customer", 1001)).toBe("gid://shopify/Customer/1001");
    expect(fromGid("Customer", "gid://shopify/Customer/1001")).toBe(1001);
    expect(fromGid("SellingPlan", "gid://shopify/SellingPlan/7?variant=1")).toBe(7);
  });

  test.each([
    "gid://shopify/Order/1001",
    "gid://platform/Customer/1001",
    "gid://shopify/Customer/",
    "gid://shopify/Customer/1001/2",
    "gid://shopify/Customer/9007199254740993",
    "1001",
    "",
  ])("%j is no customer's id", (gid) => {
    expect(() => fromGid("Customer", gid)).toThrow(/is not the id of a Customer/);
  });

  test("what is absent has no id", () => {
    expect(fromOptionalGid("Order", null)).toBeNull();
    expect(fromOptionalGid("Order", undefined)).toBeNull();
  });
});
