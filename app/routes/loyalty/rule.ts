import { z } from "zod";
import { findCustomer } from "#app/domain/customers/find-customer.ts";
import { findRule } from "#app/domain/loyalty/read/list-rules.ts";
import { readProgress } from "#app/domain/loyalty/read/read-progress.ts";
import { declareRoute } from "#app/http/declare-route.ts";
import { platformIdText } from "#app/http/text-field.ts";
import { AppError } from "#app/lib/app-error.ts";
import { loyaltyApi } from "./loyalty-api.ts";
import { welcome } from "./own-customer.ts";
import { ruleSchema, toRuleRecord } from "./rule-record.ts";

export const loader = declareRoute({
  api: loyaltyApi,
  method: "GET",
  path: "/proxy/v1/loyalty/rules/{rule_id}",
  scope: null,
  operationId: "getLoyaltyRule",
  summary: "One loyalty rule",
  description: "With the progress of the shopper who is logged in on the storefront.",
  params: z.object({
    rule_id: platformIdText("rule").meta({
      description: "Internal id of the rule.",
      example: "12",
    }),
  }),
  answer: z.object({ data: ruleSchema.meta({ description: "The rule." }) }),
  errors: ["not_found"],
  handle: async ({ context, caller, params }) => {
    const { loggedInCustomerId } = caller;
    const rule = await findRule(context, BigInt(params.rule_id));
    if (!rule) throw new AppError("not_found", "There is no such rule.");
    const customer =
      loggedInCustomerId === null ? null : await findCustomer(context, loggedInCustomerId);
    await welcome(context, caller);
    const progress = customer && (await readProgress(context, customer.id, rule.id));
    return { data: toRuleRecord(rule, progress) };
  },
});
