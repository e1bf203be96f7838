import { z } from "zod";
import { listRules } from "#app/domain/loyalty/read/list-rules.ts";
import { RULE_STATUS } from "#app/domain/loyalty/rules/read-rules.ts";
import { RULE_TYPES } from "#app/domain/loyalty/rules/rule-types.ts";
import { declareRoute } from "#app/http/declare-route.ts";
import { loyaltyApi } from "./loyalty-api.ts";
import { statusField } from "./loyalty-query.ts";
import { welcome } from "./own-customer.ts";
import { ruleSchema, toRuleRecord } from "./rule-record.ts";

export const loader = declareRoute({
  api: loyaltyApi,
  method: "GET",
  path: "/proxy/v1/loyalty/rules",
  scope: null,
  operationId: "listLoyaltyRules",
  summary: "Loyalty rules",
  description:
    "In the merchant's order; active ones unless a status says otherwise. Drafts and archived ones are never listed.",
  query: z.object({
    type: z
      .enum(RULE_TYPES, "Must be a rule type.")
      .optional()
      .meta({ description: "Only rules of this type.", example: "punch_card" }),
    status: statusField([0, 1, 2, 3], "Must be 0, 1, 2 or 3.").meta({
      description: "1 active, 0 inactive.",
      example: "1",
    }),
  }),
  answer: z.object({
    data: z.array(ruleSchema).meta({ description: "The rules." }),
  }),
  handle: async ({ context, caller, query: { type, status } }) => {
    await welcome(context, caller);
    const rules = await listRules(context, {
      type: type ?? null,
      status: status ?? RULE_STATUS.active,
    });
    return { data: rules.map((rule) => toRuleRecord(rule, null)) };
  },
});
