import { beforeAll, expect, test } from "vitest";
import { controlGroups } from "#devstore/dev-home/controls-on-page.ts";
import { type PlatformShop, platformShop } from "../devstore/platform-shop.ts";
import { customerWith, shopperOf } from "./shopper.ts";

let shop: PlatformShop;

beforeAll(async () => {
  shop = await platformShop({ seed: "small" });
});

const one = (value: string) => [{ value, label: "" }];
const controls = controlGroups({
  contracts: one("5001"),
  customers: one("1001"),
  plans: one("3501"),
  orders: one("9001"),
}).flatMap((group) => group.controls);

test("the page names the shop, its clock and what is in it, and is never cached", async () => {
  const page = await shopperOf(shop).get("/__dev");
  expect(page.status).toBe(200);
  expect(page.headers.get("cache-control")).toBe("no-store");
  const { counts } = (await shop.look("state")).body;
  expect(page.text).toContain(`${counts.customers} customers`);
});

test("somebody of every kind can be signed in as, and lands on the membership page", async () => {
  const page = await shopperOf(shop).get("/__dev");
  for (const status of ["active", "paused", "cancelled", "none"] as const) {
    const { cid } = await customerWith(shop, status);
    expect(page.text).toContain(`name="customer_id" value="${cid}"`);
  }
  expect(page.text).toContain('name="return_to" value="/pages/membership"');
});

test("its forms offer the customers, contracts, plans and orders that the store has", async () => {
  const page = await shopperOf(shop).get("/__dev");
  const { customers, plans } = (await shop.look("state")).body;
  const { body } = await shop.control("orders", { cid: 1002, plan_id: plans[0].plan_id });
  const later = await shopperOf(shop).get("/__dev");
  for (const { cid, name } of customers) {
    expect(page.text).toContain(`<option value="${cid}">${name}</option>`);
  }
  for (const { plan_id } of plans) expect(page.text).toContain(`<option value="${plan_id}">`);
  expect(page.text).not.toContain(`<option value="${body.order_id}">`);
  expect(later.text).toContain(`<option value="${body.order_id}">#`);
  expect(later.text).toContain(`<option value="${body.contract_id}">`);
});

test.each(controls.map((control) => [control.title, control] as const))(
  "“%s” is a control which the store has, with the fields that it takes",
  async (_, control) => {
    for (const button of control.buttons) {
      const body: Record<string, unknown> = { ...button.body };
      for (const field of control.fields) {
        if (field.kind === "flag") body[field.name] ??= false;
        else if (field.value !== undefined) body[field.name] ??= typed(field.kind, field.value);
      }
      const path = control.path.replace(/\{(\w+)\}/g, (_place, name: string) => {
        const value = body[name] ?? "1";
        delete body[name];
        return String(value);
      });
      const answer = await shop.control(path.replace("/__dev/", ""), body);
      const refused: { field: string | null; message: string }[] = answer.body.errors ?? [];
      const shape = refused.filter(({ message }) => /unrecognized|expected|invalid/i.test(message));
      expect(shape, `${path} ${JSON.stringify(body)}`).toEqual([]);
      expect(answer.headers.get("content-type")).toContain("application/json");
    }
  },
);

function typed(kind: string, value: string): string | number {
  return kind.startsWith("number") ? Number(value) : value;
}
