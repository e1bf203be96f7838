import {
  type AdminContext,
  type Arguments,
  done,
  failed,
  type Resolver,
  type Resolvers,
} from "#devstore/admin-api/admin-context.ts";
import { connection } from "#devstore/admin-api/graphql/connection.ts";
import { parseGid } from "#devstore/admin-api/graphql/gid.ts";
import { type SearchFields, search } from "#devstore/admin-api/graphql/search-query.ts";
import { findDiscountCode } from "#devstore/orders/price-checkout.ts";
import {
  type CodeDiscountEffect,
  type DevDiscountCode,
  discountCodeStatus,
} from "#devstore/state/discount-code.ts";
import type { CodeInput } from "./code-input.ts";
import { InputReader } from "./input-reader.ts";
import { readDiscount } from "./read-discount.ts";
import { refuseRequest } from "./refuse-request.ts";

const searchFields: SearchFields<DevDiscountCode> = {
  id: { type: "id", read: (discount) => discount.id },
  title: { type: "string", read: (discount) => discount.title },
  tag: { type: "string", read: (discount) => discount.tags },
  created_at: { type: "time", read: (discount) => discount.createdAt },
  updated_at: { type: "time", read: (discount) => discount.updatedAt },
  starts_at: { type: "time", read: (discount) => discount.startsAt },
  ends_at: { type: "time", read: (discount) => discount.endsAt },
  times_used: { type: "number", read: (discount) => discount.usageCount },
  discount_type: { type: "string", read: ({ effect }) => typeOf(effect, "bogo") },
  type: { type: "string", read: ({ effect }) => ["all", typeOf(effect, "bxgy")] },
  combines_with: {
    type: "string",
    read: ({ combinesWith }) =>
      Object.entries(combinesWith).flatMap(([name, is]) => (is ? [`${name}_discounts`] : [])),
  },
};

/** What the search calls a kind of discounts; the two fields have two names for one of them. */
function typeOf(effect: CodeDiscountEffect, bxgy: string): string {
  if (effect.type === "bxgy") return bxgy;
  if (effect.type === "free_shipping") return "free_shipping";
  return effect.value.type === "percentage" ? "percentage" : "fixed_amount";
}

const sortValues: Record<string, (discount: DevDiscountCode) => string | number> = {
  CREATED_AT: (discount) => discount.createdAt,
  ENDS_AT: (discount) => discount.endsAt ?? "",
  STARTS_AT: (discount) => discount.startsAt,
  TITLE: (discount) => discount.title.toLowerCase(),
  UPDATED_AT: (discount) => discount.updatedAt,
};

export const discountCodeQueries: Resolvers = {
  codeDiscountNodeByCode: (args, context) => {
    const found = findDiscountCode(context, context.shop.domain, String(args.code));
    return found === undefined ? null : context.views.discountCode(found);
  },
  codeDiscountNode: (args, context) => {
    const found = findDiscount(context, args.id);
    return found === undefined ? null : context.views.discountCode(found);
  },
  codeDiscountNodes: (args, context) =>
    connection(args, {
      items: search(
        context,
        "codeDiscountNodes",
        context.state.list(context.shop.domain, "discountCode"),
        args.query,
        {
          ...searchFields,
          status: { type: "string", read: (one) => discountCodeStatus(one, context.now) },
        },
        (discount) => `${discount.title} ${discount.code}`,
      ),
      sortValue: sortValues[String(args.sortKey)] ?? ((discount) => discount.id),
      idOf: (discount) => discount.id,
      view: context.views.discountCode,
    }),
};

export const discountCodeMutations: Resolvers = {
  discountCodeBasicCreate: createBy("basicCodeDiscount", "basic"),
  discountCodeBasicUpdate: updateBy("basicCodeDiscount", "basic"),
  discountCodeBxgyCreate: createBy("bxgyCodeDiscount", "bxgy"),
  discountCodeBxgyUpdate: updateBy("bxgyCodeDiscount", "bxgy"),
  discountCodeFreeShippingCreate: createBy("freeShippingCodeDiscount", "free_shipping"),
  discountCodeFreeShippingUpdate: updateBy("freeShippingCodeDiscount", "free_shipping"),
  discountCodeDeactivate: (args, context) =>
    move(context, args, "EXPIRED", { endsAt: context.now.toISOString() }),
  discountCodeActivate: (args, context) => {
    const isScheduled = statusOf(context, findDiscount(context, args.id)) === "SCHEDULED";
    return move(context, args, "ACTIVE", {
      ...(isScheduled && { startsAt: context.now.toISOString() }),
      endsAt: null,
    });
  },
  discountCodeDelete: (args, context) => {
    const found = findDiscount(context, args.id);
    if (found === undefined) return missing();
    context.state.remove(context.shop.domain, "discountCode", found.id);
    return done({ deletedCodeDiscountId: String(args.id) });
  },
};

type EffectType = CodeDiscountEffect["type"];

function createBy(argument: string, type: EffectType): Resolver {
  return (args, context) => {
    const { state, shop, views } = context;
    const input = args[argument] as CodeInput;
    refuseRequest(input);
    const reader = new InputReader(context, argument);
    const discount = readDiscount(reader, type, input, null);
    if (reader.errors.length > 0) return failed(...reader.errors);
    const id = state.nextId(shop.domain, "discountCode");
    const stored = state.put(shop.domain, "discountCode", { ...discount, id });
    return done({ codeDiscountNode: views.discountCode(stored) });
  };
}

/** What the input leaves out stays, the uses of the code always. The kind of the mutation becomes the discount's. */
function updateBy(argument: string, type: EffectType): Resolver {
  return (args, context) => {
    const { state, shop, views } = context;
    const input = args[argument] as CodeInput;
    refuseRequest(input);
    const found = findDiscount(context, args.id);
    if (found === undefined) return failed({ field: ["id"], message: "Discount does not exist" });
    const reader = new InputReader(context, argument);
    const discount = readDiscount(reader, type, input, found);
    if (reader.errors.length > 0) return failed(...reader.errors);
    const stored = state.put(shop.domain, "discountCode", { ...discount, id: found.id });
    return done({ codeDiscountNode: views.discountCode(stored) });
  };
}

/** Nothing happens to a discount that has the wanted status already. */
function move(
  context: AdminContext,
  args: Arguments,
  wanted: "ACTIVE" | "EXPIRED",
  change: Partial<DevDiscountCode>,
): unknown {
  const { state, shop, views } = context;
  const found = findDiscount(context, args.id);
  if (found === undefined) return missing();
  if (statusOf(context, found) === wanted) {
    return done({ codeDiscountNode: views.discountCode(found) });
  }
  const updatedAt = context.now.toISOString();
  const stored = state.put(shop.domain, "discountCode", { ...found, ...change, updatedAt });
  return done({ codeDiscountNode: views.discountCode(stored) });
}

function statusOf(context: AdminContext, discount: DevDiscountCode | undefined): string | null {
  return discount === undefined ? null : discountCodeStatus(discount, context.now);
}

/** Discounts are named by the node's id, and by the older id of the discount itself. */
function findDiscount(context: AdminContext, id: unknown): DevDiscountCode | undefined {
  const parsed = parseGid(String(id));
  if (parsed === undefined || !/^DiscountCode/.test(parsed.type)) return undefined;
  return context.state.get(context.shop.domain, "discountCode", parsed.id);
}

function missing(): unknown {
  return failed({ field: ["id"], message: "Code discount does not exist.", code: "INVALID" });
}
