import {
  type AdminContext,
  type Arguments,
  done,
  failed,
  notAvailable,
  type Resolvers,
  type UserError,
} from "#devstore/admin-api/admin-context.ts";
import { grants } from "#devstore/admin-api/graphql/access-scopes.ts";
import { gid, parseGid } from "#devstore/admin-api/graphql/gid.ts";
import { metafieldDigest } from "#devstore/admin-api/views/metafield-view.ts";
import {
  type DevMetafield,
  type DevMetafieldDefinition,
  type MetafieldOwner,
  resolveNamespace,
} from "#devstore/state/metafield.ts";
import { visibleOrder } from "./visible-orders.ts";

const maximumMetafields = 25;

interface MetafieldsSetInput {
  ownerId: string;
  namespace?: string | null;
  key: string;
  type?: string | null;
  value: string;
  compareDigest?: string | null;
}

interface Owner {
  ownerType: MetafieldOwner;
  ownerId: number;
}

export const metafieldMutations: Resolvers = {
  metafieldsSet: (args, context) => setMetafields(context, args.metafields as MetafieldsSetInput[]),
  metafieldsDelete: (args, context) => deleteMetafields(context, args),
  metafieldDefinitionCreate: (args, context) => createDefinition(context, args),
};

/** All or nothing: the first pass only looks, and nothing is written unless every element passes. */
function setMetafields(context: AdminContext, inputs: MetafieldsSetInput[]): unknown {
  const errors = inputs.flatMap((input, index) => errorsOf(context, input, index));
  if (inputs.length > maximumMetafields) {
    errors.unshift({
      field: ["metafields"],
      message: `Exceeded the maximum metafields input limit of ${maximumMetafields}.`,
      code: "LESS_THAN_OR_EQUAL_TO",
    });
  }
  if (errors.length > 0) return failed(...errors);
  const metafields = inputs.map((input) =>
    putMetafield(context, ownerOf(context, input.ownerId) as Owner, input),
  );
  return done({ metafields: metafields.map(context.views.metafield) });
}

/** Stores what has no errors: over the owner's metafield of this name, where there is one. */
export function putMetafield(
  context: AdminContext,
  owner: Owner,
  input: Omit<MetafieldsSetInput, "ownerId">,
): DevMetafield {
  const { state, shop, now } = context;
  const before = find(context, owner, input);
  return state.put(shop.domain, "metafield", {
    id: before?.id ?? state.nextId(shop.domain, "metafield"),
    ...owner,
    namespace: resolveNamespace(input.namespace),
    key: input.key,
    type: input.type ?? before?.type ?? definitionType(context, owner, input) ?? "",
    value: input.value,
    createdAt: before?.createdAt ?? now.toISOString(),
    updatedAt: now.toISOString(),
  });
}

function errorsOf(context: AdminContext, input: MetafieldsSetInput, index: number): UserError[] {
  const metafieldError = (name: string, code: string, message: string): UserError[] => [
    { field: ["metafields", String(index), name], code, message, elementIndex: index },
  ];
  const owner = ownerOf(context, input.ownerId);
  if (owner === null) return metafieldError("ownerId", "INVALID", "Owner does not exist.");
  if (owner === "denied") {
    return metafieldError(
      "ownerId",
      "APP_NOT_AUTHORIZED",
      "Access to this owner is not granted to the app.",
    );
  }
  const before = find(context, owner, input);
  if (input.compareDigest !== undefined) {
    const current = before === undefined ? null : metafieldDigest(before.value);
    if (current !== input.compareDigest) {
      return metafieldError(
        "compareDigest",
        "STALE_OBJECT",
        "The resource has been updated since it was loaded. Try again with an updated `compareDigest` value.",
      );
    }
  }
  if (input.key.length < 2)
    return metafieldError("key", "TOO_SHORT", "Key is too short (minimum is 2 characters)");
  if (input.key.length > 64)
    return metafieldError("key", "TOO_LONG", "Key is too long (maximum is 64 characters)");
  if (input.value === "") return metafieldError("value", "BLANK", "Value can't be blank");
  const type = input.type ?? before?.type ?? definitionType(context, owner, input);
  if (type === undefined) return metafieldError("type", "BLANK", "Type can't be blank");
  if (isTooLong(type, input.value)) {
    const limit = `Value is too long (maximum is ${MAXIMUM_JSON_BYTES} bytes)`;
    return metafieldError("value", "TOO_LONG", limit);
  }
  return isValueOf(type, input.value)
    ? []
    : metafieldError("value", "INVALID_VALUE", `Value is invalid for the type ${type}.`);
}

/** The longest value of an app made since April 2026, in bytes, for every type that is kept as JSON. */
const MAXIMUM_JSON_BYTES = 128 * 1024;

function isTooLong(type: string, value: string): boolean {
  const isKeptAsJson = type === "json" || type.startsWith("list.");
  return isKeptAsJson && Buffer.byteLength(value) > MAXIMUM_JSON_BYTES;
}

function isValueOf(type: string, value: string): boolean {
  switch (type) {
    case "json":
    case "money":
      return isJson(value);
    case "boolean":
      return value === "true" || value === "false";
    case "number_integer":
      return /^-?\d+$/.test(value);
    case "number_decimal":
      return /^-?\d+(\.\d+)?$/.test(value);
    case "date":
    case "date_time":
      return !Number.isNaN(Date.parse(value));
    case "single_line_text_field":
      return !value.includes("\n");
    default:
      return type.startsWith("list.") ? isJson(value) : type !== "";
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Null when there is no such owner; "denied" when the token may not write to it. */
function ownerOf(context: AdminContext, id: string): Owner | "denied" | null {
  const target = parseGid(id);
  const { state, shop, scopes } = context;
  const number = Number(target?.id);
  switch (target?.type) {
    case "AppInstallation":
      return shop.installation?.id === number
        ? { ownerType: "AppInstallation", ownerId: number }
        : null;
    case "Customer":
      if (!grants(scopes, "write_customers")) return "denied";
      return state.get(shop.domain, "customer", number) === undefined
        ? null
        : { ownerType: "Customer", ownerId: number };
    case "Order":
      if (!grants(scopes, "write_orders")) return "denied";
      return visibleOrder(context, number) === undefined
        ? null
        : { ownerType: "Order", ownerId: number };
    case "Product":
      if (!grants(scopes, "write_products")) return "denied";
      return state.get(shop.domain, "product", number) === undefined
        ? null
        : { ownerType: "Product", ownerId: number };
    case "Shop":
      return shop.id === number ? { ownerType: "Shop", ownerId: number } : null;
    case undefined:
      return null;
    default:
      throw notAvailable(`a metafield of ${target?.type}`);
  }
}

function find(
  context: AdminContext,
  owner: Owner,
  key: { namespace?: string | null; key: string },
): DevMetafield | undefined {
  const namespace = resolveNamespace(key.namespace);
  return context.state
    .list(context.shop.domain, "metafield")
    .find(
      (one) =>
        one.ownerType === owner.ownerType &&
        one.ownerId === owner.ownerId &&
        one.namespace === namespace &&
        one.key === key.key,
    );
}

function deleteMetafields(context: AdminContext, args: Arguments): unknown {
  const inputs = args.metafields as { ownerId: string; namespace: string; key: string }[];
  const deleted = inputs.map((input) => {
    const owner = ownerOf(context, input.ownerId);
    if (owner === null || owner === "denied") return null;
    const found = find(context, owner, input);
    if (found === undefined) return null;
    context.state.remove(context.shop.domain, "metafield", found.id);
    return { ...input, __typename: "MetafieldIdentifier", namespace: found.namespace };
  });
  return done({ deletedMetafields: deleted });
}

const definitionOwners: Record<MetafieldOwner, string> = {
  AppInstallation: "API_PERMISSION",
  Customer: "CUSTOMER",
  Order: "ORDER",
  Product: "PRODUCT",
  SellingPlan: "SELLING_PLAN",
  Shop: "SHOP",
};

function definitionType(
  context: AdminContext,
  owner: Owner,
  key: { namespace?: string | null; key: string },
): string | undefined {
  const ownerType = definitionOwners[owner.ownerType];
  return findDefinition(context, ownerType, resolveNamespace(key.namespace), key.key)?.type;
}

function findDefinition(
  context: AdminContext,
  ownerType: string,
  namespace: string,
  key: string,
): DevMetafieldDefinition | undefined {
  return context.state
    .list(context.shop.domain, "metafieldDefinition")
    .find((one) => one.ownerType === ownerType && one.namespace === namespace && one.key === key);
}

function createDefinition(context: AdminContext, args: Arguments): unknown {
  const input = args.definition as Record<string, string | null> & {
    access?: Record<string, string | null> | null;
  };
  const { state, shop } = context;
  const namespace = resolveNamespace(input.namespace);
  const { ownerType, key, name, type } = input as Record<string, string>;
  if (findDefinition(context, ownerType ?? "", namespace, key ?? "") !== undefined) {
    return failed({
      field: ["definition", "key"],
      message: `Key is in use for ${ownerType} metafields on the '${namespace}' namespace.`,
      code: "TAKEN",
    });
  }
  const definition = state.put(shop.domain, "metafieldDefinition", {
    id: state.nextId(shop.domain, "metafieldDefinition"),
    ownerType: ownerType ?? "",
    namespace,
    key: key ?? "",
    name: name ?? "",
    description: input.description ?? null,
    type: type ?? "",
    access: {
      admin: input.access?.admin ?? null,
      storefront: input.access?.storefront ?? null,
      customerAccount: input.access?.customerAccount ?? null,
    },
  });
  return done({
    createdDefinition: {
      __typename: "MetafieldDefinition",
      id: gid("MetafieldDefinition", definition.id),
      namespace: definition.namespace,
      key: definition.key,
      name: definition.name,
      ownerType: definition.ownerType,
      description: definition.description,
    },
  });
}
