import type { Hono } from "hono";
import { z } from "zod";
import type { Devstore } from "../devstore.ts";
import { MissingError } from "../input-error.ts";
import { declareControl, pathId } from "./declare-control.ts";

const translationSchema = z.strictObject({
  plan_id: z.coerce.number().int().positive(),
  locale: z.string().regex(/^[a-z]{2}(-[A-Z]{2})?$/, "a language, for example de or pt-BR"),
  /** Null takes the translation away. */
  name: z.string().min(1).nullable(),
});

const groupSchema = z.strictObject({
  name: z.string().min(1),
  product_ids: z.array(z.coerce.number().int().positive()).default([]),
});

const variantSchema = z.strictObject({
  /** Minor units. */
  price_minor: z.number().int().min(0).optional(),
  /** None is sold out. */
  inventory: z.number().int().min(0).optional(),
});

/** What happens to plans beside the app: in the platform's app for translations, and by other apps. */
export function mountPlanControls(app: Hono, devstore: Devstore): void {
  const { state } = devstore;
  declareControl(app, devstore, "other-app-plans", groupSchema, ({ shop, body }) => {
    const policy = { interval: "MONTH" as const, intervalCount: 1, anchors: [] };
    const createdAt = state.now(shop.domain).toISOString();
    const group = state.put(shop.domain, "sellingPlanGroup", {
      id: state.nextId(shop.domain, "sellingPlanGroup"),
      name: body.name,
      merchantCode: body.name,
      appId: null,
      description: null,
      options: ["Delivery"],
      position: null,
      plans: [
        {
          id: state.nextId(shop.domain, "sellingPlan"),
          name: "Monthly",
          description: null,
          options: ["Monthly"],
          position: 1,
          category: "SUBSCRIPTION",
          billingPolicy: { ...policy, minCycles: null, maxCycles: null },
          deliveryPolicy: policy,
          pricing: [],
          createdAt,
        },
      ],
      productIds: body.product_ids,
      variantIds: [],
      isOfOtherApp: true,
      createdAt,
    });
    return { group_id: group.id, plan_ids: group.plans.map(({ id }) => id) };
  });
  // The merchant gives a variant another price, or sells the last one.
  declareControl(app, devstore, "variants/:id", variantSchema, ({ shop, body, c }) => {
    const id = pathId(c);
    const product = state
      .list(shop.domain, "product")
      .find(({ variants }) => variants.some((variant) => variant.id === id));
    if (product === undefined) throw new MissingError(`no variant ${id} in ${shop.domain}`);
    const variants = product.variants.map((variant) =>
      variant.id === id
        ? {
            ...variant,
            priceMinor: body.price_minor ?? variant.priceMinor,
            inventoryQuantity: body.inventory ?? variant.inventoryQuantity,
          }
        : variant,
    );
    state.put(shop.domain, "product", { ...product, variants });
    return { variant_id: id };
  });
  declareControl(app, devstore, "plan-translations", translationSchema, ({ shop, body }) => {
    const group = state
      .list(shop.domain, "sellingPlanGroup")
      .find(({ plans }) => plans.some(({ id }) => id === body.plan_id));
    if (group === undefined) throw new MissingError(`no plan ${body.plan_id} in ${shop.domain}`);
    const plans = group.plans.map((plan) => {
      if (plan.id !== body.plan_id) return plan;
      const { [body.locale]: _, ...others } = plan.nameTranslations ?? {};
      const own = body.name === null ? {} : { [body.locale]: body.name };
      return { ...plan, nameTranslations: { ...others, ...own } };
    });
    state.put(shop.domain, "sellingPlanGroup", { ...group, plans });
    return { plan_id: body.plan_id, locale: body.locale, name: body.name };
  });
}
