import { z } from "zod";
import {
  changePurchaseOption,
  type PlanCarrier,
  type PurchaseOption,
  type PurchaseOptionFailure,
  type PurchaseOptions,
  readPurchaseOptions,
} from "#app/domain/plans/purchase-options.ts";
import { answersAnyMethod } from "#app/http/any-method.ts";
import { readJsonBody } from "#app/http/read-body.ts";
import { formatMinor } from "#app/lib/money.ts";
import { answerExtension, type ExtensionArguments } from "./answer-extension.ts";
import type {
  PurchaseOptions as Answer,
  OfferedDiscount,
  OfferedGroup,
} from "./purchase-options-answer.ts";

/** At most what a number holds exactly. */
const gidSchema = z
  .string()
  .regex(/^gid:\/\/shopify\/(Product|ProductVariant)\/[1-9]\d{0,14}$/)
  .transform((gid): PlanCarrier => {
    const [kind, id] = gid.split("/").slice(-2);
    return { kind: kind === "Product" ? "product" : "variant", id: Number(id) };
  });

const changeSchema = z.strictObject({
  id: gidSchema,
  groupId: z
    .string()
    .regex(/^[1-9]\d{0,17}$/)
    .transform(BigInt),
  offered: z.boolean(),
});

/** The plan groups that a product or variant may be sold with: `?id=gid://shopify/Product/1`. */
export function loader(args: ExtensionArguments): Promise<Response> {
  return answerExtension(args, async (context) => {
    const carrier = gidSchema.parse(new URL(args.request.url).searchParams.get("id"));
    return toBody(await readPurchaseOptions(context, carrier));
  });
}

/** Offers a plan group with a product or variant, or no longer; answers like the loader. */
export const action = answersAnyMethod((args: ExtensionArguments): Promise<Response> => {
  return answerExtension(args, async (context) => {
    if (args.request.method !== "POST") return "wrong_method";
    const { id, ...change } = changeSchema.parse(await readJsonBody(args.request));
    return toBody(await changePurchaseOption(context, { carrier: id, ...change }));
  });
});

function toBody(options: PurchaseOptions | PurchaseOptionFailure): Answer | PurchaseOptionFailure {
  if (typeof options === "string") return options;
  const { productTitle, variantTitle, groups } = options;
  return { productTitle, variantTitle, groups: groups.map(toGroup) };
}

function toGroup({ group, offeredWith }: PurchaseOption): OfferedGroup {
  return {
    id: String(group.id),
    platformId: `gid://shopify/SellingPlanGroup/${group.platformId}`,
    name: group.name,
    kind: group.kind,
    offeredWith,
    plans: group.plans.map(({ platformId, name, interval, deliveryInterval, pricing, trial }) => ({
      platformId: `gid://shopify/SellingPlan/${platformId}`,
      name,
      interval,
      deliveryInterval,
      price: pricing && { discount: toDiscount(pricing.discount), cycles: pricing.cycles },
      trial: trial && {
        days: trial.days,
        fee: formatMinor(trial.feeMinor, trial.currency),
        currency: trial.currency,
      },
    })),
  };
}

type Pricing = NonNullable<PurchaseOption["group"]["plans"][number]["pricing"]>;

function toDiscount(discount: Pricing["discount"]): OfferedDiscount | null {
  if (discount === null || discount.kind === "percentage") return discount;
  const { kind, amountMinor, currency } = discount;
  return { kind, amount: formatMinor(amountMinor, currency), currency };
}
