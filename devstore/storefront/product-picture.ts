import { createHash } from "node:crypto";
import { serveAsset } from "../assets/serve-asset.ts";
import type { Devstore } from "../devstore.ts";
import type { DevProduct } from "../state/catalog.ts";
import { productArt } from "./product-art.ts";

/** Path of a product's picture, which any page may show, with the version of its content. */
export function pictureUrl(
  shopDomain: string,
  product: Pick<DevProduct, "id" | "productType">,
): string {
  return `/cdn/shop/${shopDomain}/files/${product.id}.svg?v=${versionOf(pictureOf(product))}`;
}

/** The file behind that path, in whatever size is asked for: a drawing has none of its own. */
export function serveProductPicture(
  { state }: Devstore,
  request: Request,
  wanted: { shop: string; file: string },
): Response {
  const id = /^(\d{1,15})\.svg$/.exec(wanted.file)?.[1];
  const product = id === undefined ? undefined : state.get(wanted.shop, "product", Number(id));
  if (product === undefined) return new Response("Not found\n", { status: 404 });
  const content = pictureOf(product);
  return serveAsset(request, {
    content: Buffer.from(content),
    type: "image/svg+xml",
    version: `${id}-${versionOf(content)}`,
  });
}

/** Alone in a file, a drawing has to say what language it is written in. */
function pictureOf(product: Pick<DevProduct, "id" | "productType">): string {
  return String(productArt(product)).replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ');
}

function versionOf(content: string): string {
  return createHash("sha256").update(content).digest("hex").slice(0, 10);
}
