import { gid } from "#devstore/admin-api/graphql/gid.ts";
import type { DevProduct } from "../../state/catalog.ts";
import { pictureUrl } from "../../storefront/product-picture.ts";
import type { Arguments, View } from "../admin-context.ts";

/** A product's picture. Its address takes the size that is asked for, as the platform's does. */
export function pictureView(origin: string, shopDomain: string, product: DevProduct): View {
  const address = (size: { maxWidth?: unknown; maxHeight?: unknown } | null | undefined) => {
    const url = new URL(pictureUrl(shopDomain, product), origin || "http://localhost");
    if (size?.maxWidth) url.searchParams.set("width", String(size.maxWidth));
    if (size?.maxHeight) url.searchParams.set("height", String(size.maxHeight));
    return url.href;
  };
  return {
    __typename: "Image",
    id: gid("ImageSource", product.id),
    altText: product.title,
    width: 800,
    height: 800,
    url: ({ transform }: Arguments) => address(transform as Parameters<typeof address>[0]),
  };
}
