import {
  type AdminContext,
  type Arguments,
  done,
  failed,
  notAvailable,
  type Resolvers,
} from "#devstore/admin-api/admin-context.ts";
import { accessDenied, grants } from "#devstore/admin-api/graphql/access-scopes.ts";
import { parseGid } from "#devstore/admin-api/graphql/gid.ts";
import { changeCustomer } from "#devstore/customers/change-customer.ts";
import { visibleOrder } from "./visible-orders.ts";

export const tagMutations: Resolvers = {
  tagsAdd: (args, context) => changeTags(context, args, "tagsAdd", addTags),
  tagsRemove: (args, context) =>
    changeTags(context, args, "tagsRemove", (tags, given) =>
      tags.filter((tag) => !given.includes(tag)),
    ),
};

/** A tag that is there in another case stays as it is. */
function addTags(tags: string[], given: string[]): string[] {
  const all = [...tags, ...given];
  const lower = all.map((tag) => tag.toLowerCase());
  return all.filter((_tag, at) => lower.indexOf(lower[at] ?? "") === at);
}

type ChangeTags = (tags: string[], given: string[]) => string[];

function changeTags(
  context: AdminContext,
  args: Arguments,
  field: string,
  change: ChangeTags,
): unknown {
  const target = parseGid(String(args.id));
  const given = splitTags(args.tags as string[]);
  const { state, shop, views, devstore } = context;
  if (target?.type === "Customer") {
    requireScope(context, field, "write_customers");
    const customer = state.get(shop.domain, "customer", target.id);
    if (customer === undefined) return notFound("Customer");
    const tags = change(customer.tags, given);
    if (tags.join() === customer.tags.join()) return done({ node: views.customer(customer) });
    return done({
      node: views.customer(changeCustomer(devstore, shop.domain, customer, { tags })),
    });
  }
  if (target?.type === "Order") {
    requireScope(context, field, "write_orders");
    const order = visibleOrder(context, target.id);
    if (order === undefined) return notFound("Order");
    const updatedAt = context.now.toISOString();
    const changed = { ...order, tags: change(order.tags, given), updatedAt };
    return done({ node: views.order(state.put(shop.domain, "order", changed)) });
  }
  throw notAvailable(`${field} on ${target?.type ?? "this id"}`);
}

/** Tags may be given one by one or joined by commas. */
function splitTags(tags: string[]): string[] {
  return tags
    .flatMap((tag) => tag.split(","))
    .map((tag) => tag.trim())
    .filter((tag) => tag !== "");
}

function requireScope(context: AdminContext, field: string, scope: string): void {
  if (!grants(context.scopes, scope)) throw accessDenied(field, `\`${scope}\` access scope.`);
}

function notFound(type: string): unknown {
  return failed({ field: ["id"], message: `${type} does not exist` });
}
