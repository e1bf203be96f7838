import type { Hono } from "hono";
import { z } from "zod";
import { createCollection } from "../demo/create-collection.ts";
import type { Devstore } from "../devstore.ts";
import { InputError } from "../input-error.ts";
import { declareControl } from "./declare-control.ts";

const collectionSchema = z.strictObject({
  title: z.string().min(1),
  product_ids: z.array(z.coerce.number().int().positive()).default([]),
});

/** A collection as the merchant makes one in the platform's admin. */
export function mountCollectionControls(app: Hono, devstore: Devstore): void {
  const { state } = devstore;
  declareControl(app, devstore, "collections", collectionSchema, ({ shop, body }) => {
    const unknown = body.product_ids.find(
      (id) => state.get(shop.domain, "product", id) === undefined,
    );
    if (unknown !== undefined) {
      throw new InputError("product_ids", `no product ${unknown} in ${shop.domain}`);
    }
    const now = state.now(shop.domain);
    const collection = createCollection(devstore, shop, body.title, body.product_ids, now);
    return { collection_id: collection.id, title: collection.title, handle: collection.handle };
  });
}
