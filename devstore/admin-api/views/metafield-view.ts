import { createHash } from "node:crypto";
import { connection } from "#devstore/admin-api/graphql/connection.ts";
import { gid } from "#devstore/admin-api/graphql/gid.ts";
import { type DevMetafield, type MetafieldOwner, resolveNamespace } from "../../state/metafield.ts";
import type { AdminContext, Arguments, View } from "../admin-context.ts";

const ownerTypeNames: Record<MetafieldOwner, string> = {
  AppInstallation: "API_PERMISSION",
  Customer: "CUSTOMER",
  Order: "ORDER",
  Product: "PRODUCT",
  SellingPlan: "SELLING_PLAN",
  Shop: "SHOP",
};

/** What compare-and-set compares: a digest of the stored value. */
export function metafieldDigest(value: string): string {
  return createHash("sha256").update(value).digest("hex");
}

export function metafieldView(metafield: DevMetafield): View {
  const isJson = metafield.type === "json" || metafield.type.startsWith("list.");
  return {
    __typename: "Metafield",
    id: gid("Metafield", metafield.id),
    legacyResourceId: String(metafield.id),
    namespace: metafield.namespace,
    key: metafield.key,
    type: metafield.type,
    value: metafield.value,
    jsonValue: isJson ? JSON.parse(metafield.value) : metafield.value,
    compareDigest: metafieldDigest(metafield.value),
    sizeInBytes: Buffer.byteLength(metafield.value),
    ownerType: ownerTypeNames[metafield.ownerType],
    description: null,
    definition: null,
    createdAt: metafield.createdAt,
    updatedAt: metafield.updatedAt,
  };
}

export function metafieldFields(
  context: AdminContext,
  ownerType: MetafieldOwner,
  ownerId: number,
): Record<string, unknown> {
  const own = () =>
    context.state
      .list(context.shop.domain, "metafield")
      .filter((one) => one.ownerType === ownerType && one.ownerId === ownerId);
  return {
    metafield: (args: Arguments) => {
      const namespace = resolveNamespace(args.namespace as string | null | undefined);
      const found = own().find((one) => one.namespace === namespace && one.key === args.key);
      return found === undefined ? null : metafieldView(found);
    },
    metafields: (args: Arguments) => {
      const { namespace, keys } = args as { namespace?: string | null; keys?: string[] | null };
      const wanted = namespace == null ? null : resolveNamespace(namespace);
      return connection(args, {
        items: own().filter(
          (one) =>
            (wanted === null || one.namespace === wanted) &&
            (keys == null || hasKey(keys, one.namespace, one.key)),
        ),
        sortValue: (one) => one.id,
        idOf: (one) => one.id,
        view: metafieldView,
      });
    },
  };
}

/** Keys are asked for bare or as "namespace.key". */
function hasKey(keys: string[], namespace: string, key: string): boolean {
  return keys.some((asked) => {
    const dot = asked.lastIndexOf(".");
    if (dot === -1) return asked === key;
    return resolveNamespace(asked.slice(0, dot)) === namespace && asked.slice(dot + 1) === key;
  });
}
