import { expect, test } from "vitest";
import type { OfferedGroup } from "../../../extensions/purchase-options/src/purchase-options-api.ts";
import { isEdited, sortGroups } from "../../../extensions/purchase-options/src/sort-groups.ts";

function group(id: number, offeredWith: OfferedGroup["offeredWith"]): OfferedGroup {
  const plan = { platformId: `gid://shopify/SellingPlan/${id}0`, name: "Monthly" };
  return {
    id: String(id),
    platformId: `gid://shopify/SellingPlanGroup/${id}`,
    name: `Group ${id}`,
    kind: "product",
    offeredWith,
    plans: [{ ...plan, interval: null, deliveryInterval: null, price: null, trial: null }],
  };
}

const groups = [group(1, "nothing"), group(2, "this"), group(3, "variants"), group(4, "nothing")];
const order = (sellingPlanId?: string) => sortGroups(groups, sellingPlanId).map(({ id }) => id);

test("what is attached comes first, and otherwise the app's own order holds", () => {
  expect(order()).toEqual(["2", "3", "1", "4"]);
});

test("the edited purchase option comes before all, named by its group or by one of its plans", () => {
  expect(order("gid://shopify/SellingPlanGroup/4")).toEqual(["4", "2", "3", "1"]);
  expect(order("gid://shopify/SellingPlan/40")).toEqual(["4", "2", "3", "1"]);
});

test("a group is not taken for the edited one where the platform names none or another's", () => {
  expect(groups.some((one) => isEdited(one, undefined))).toBe(false);
  // A plan with the group's own number is another thing.
  expect(groups.some((one) => isEdited(one, "gid://shopify/SellingPlan/1"))).toBe(false);
});
