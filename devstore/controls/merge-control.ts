import type { Hono } from "hono";
import { z } from "zod";
import { mergeCustomers } from "../customers/merge-customers.ts";
import type { Devstore } from "../devstore.ts";
import { MissingError } from "../input-error.ts";
import { declareControl } from "./declare-control.ts";

const positiveId = z.coerce.number().int().positive();

const mergeSchema = z.strictObject({
  customer_one: positiveId,
  customer_two: positiveId,
  /** Whose email address is kept, which decides who stays. */
  keep: positiveId.optional(),
  /** It begins and does not end, as when something in the store changes meanwhile. */
  fails: z.boolean().default(false),
});

/** Two customers become one, as by `customerMerge` or in the platform's admin. */
export function mountMergeControl(app: Hono, devstore: Devstore): void {
  declareControl(app, devstore, "customers/merge", mergeSchema, ({ shop, body }) => {
    const find = (cid: number) => {
      const customer = devstore.state.get(shop.domain, "customer", cid);
      if (!customer) throw new MissingError(`no customer ${cid} in ${shop.domain}`);
      return customer;
    };
    const { kept, deleted } = devstore.state.transaction(() =>
      mergeCustomers(devstore, shop, {
        one: find(body.customer_one),
        two: find(body.customer_two),
        keep: body.keep ?? null,
        fails: body.fails,
      }),
    );
    return { kept: kept.id, deleted: deleted.id, status: body.fails ? "failed" : "completed" };
  });
}
