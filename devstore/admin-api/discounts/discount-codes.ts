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
import { type DevDiscountCode, discountCodeStatus } from "#devstore/state/discount-code.ts";
import { basicUpdateOf, type CodeInput, discountFrom } from "./discount-input.ts";

const searchFields: SearchFields<DevDiscountCode> = {
  id: { type: "id", read: (discount) => discount.id },
  title: { type: "string", read: (discount) => discount.title },
  tag: { type: "string", read: (discount) => discount.tags },
  created_at: { type: "time", read: (discount) => discount.createdAt },
  updated_at: { type: "time", read: (discount) => discount.updatedAt },
  starts_at: { type: "time", read: (discount) => discount.startsAt },
  ends_at: { type: "time", read: (discount) => discount.endsAt },
  times_used: { type: "number", read: (discount) => discount.usageCount },
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
      sortValue: (discount) => discount.id,
      idOf: (discount) => discount.id,
      view: context.views.discountCode,
    }),
};

export const discountCodeMutations: Resolvers = {
  discountCodeBasicCreate: createBy("basicCodeDiscount", "basic"),
  discountCodeBasicUpdate: updateBasic,
  discountCodeBxgyCreate: createBy("bxgyCodeDiscount", "bxgy"),
  discountCodeFreeShippingCreate: createBy("freeShippingCodeDiscount", "free_shipping"),
  discountCodeDeactivate: (args, context) =>
    change(context, args, (discount) => ({ ...discount, endsAt: context.now.toISOString() })),
  discountCodeActivate: (args, context) =>
    change(context, args, (discount) => ({
      ...discount,
      startsAt: context.now.toISOString(),
      endsAt: null,
    })),
  discountCodeDelete: (args, context) => {
    const found = findDiscount(context, args.id);
    if (found === undefined) return missing();
    context.state.remove(context.shop.domain, "discountCode", found.id);
    return done({ deletedCodeDiscountId: String(args.id) });
  },
};

function createBy(argument: string, type: "basic" | "bxgy" | "free_shipping"): Resolver {
  return (args, context) => {
    const { state, shop } = context;
    const input = args[argument] as CodeInput;
    const discount = discountFrom(context, type, input);
    if ("message" in discount) {
      return failed({ ...discount, field: [argument, ...(discount.field ?? [])] });
    }
    if (findDiscountCode(context, shop.domain, discount.code) !== undefined) {
      return failed({
        field: [argument, "code"],
        message: "Code must be unique. Please try a different code.",
        code: "TAKEN",
      });
    }
    const stored = state.put(shop.domain, "discountCode", {
      ...discount,
      id: state.nextId(shop.domain, "discountCode"),
    });
    return done({ codeDiscountNode: context.views.discountCode(stored) });
  };
}

/** What the input leaves out stays. A code that has been used keeps its uses. */
function updateBasic(args: Arguments, context: AdminContext): unknown {
  const found = findDiscount(context, args.id);
  if (found === undefined) return missing();
  const input = args.basicCodeDiscount as CodeInput;
  const changed = basicUpdateOf(context, found, input);
  if ("message" in changed) {
    return failed({ ...changed, field: ["basicCodeDiscount", ...(changed.field ?? [])] });
  }
  return change(context, args, () => changed);
}

function change(
  context: AdminContext,
  args: Arguments,
  to: (discount: DevDiscountCode) => DevDiscountCode,
): unknown {
  const found = findDiscount(context, args.id);
  if (found === undefined) return missing();
  const updatedAt = context.now.toISOString();
  const stored = context.state.put(context.shop.domain, "discountCode", {
    ...to(found),
    updatedAt,
  });
  return done({ codeDiscountNode: context.views.discountCode(stored) });
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
