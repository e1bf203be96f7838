import type { Hono } from "hono";
import { z } from "zod";
import { createCollection } from "../demo/create-collection.ts";
import type { Devstore } from "../devstore.ts";
import { InputError, MissingError } from "../input-error.ts";
import { declareControl, pathId } from "./declare-control.ts";

const collectionSchema = z.strictObject({
  title: z.string().min(1),
  product_ids: z.array(z.coerce.number().int().positive()).default([]),
});

const productsSchema = z.strictObject({
  product_ids: z.array(z.coerce.number().int().positive()),
});

/** A collection as the merchant makes and fills one in the platform's admin. */
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
  declareControl(app, devstore, "collections/:id/products", productsSchema, (call) => {
    const { shop, body, c } = call;
    const before = state.get(shop.domain, "collection", pathId(c));
    if (before === undefined) throw new MissingError("no such collection");
    const updatedAt = state.now(shop.domain).toISOString();
    const changed = { ...before, productIds: body.product_ids, updatedAt };
    state.put(shop.domain, "collection", changed);
    return { collection_id: before.id, product_ids: changed.productIds };
  });
}
