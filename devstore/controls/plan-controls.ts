import type { Hono } from "hono";
import { z } from "zod";
import type { Devstore } from "../devstore.ts";
import { MissingError } from "../input-error.ts";
import { declareControl } from "./declare-control.ts";

const translationSchema = z.strictObject({
  plan_id: z.coerce.number().int().positive(),
  locale: z.string().regex(/^[a-z]{2}(-[A-Z]{2})?$/, "a language, for example de or pt-BR"),
  /** Null takes the translation away. */
  name: z.string().min(1).nullable(),
});

/** What the merchant does in the platform's app for translations. */
export function mountPlanControls(app: Hono, devstore: Devstore): void {
  const { state } = devstore;
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
