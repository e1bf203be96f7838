import { z } from "zod";
import { OVERVIEW_PERIODS, type OverviewPeriod } from "#app/domain/analytics/overview-days.ts";
import { readOverview } from "#app/domain/analytics/read-overview.ts";
import { declareRoute } from "#app/http/declare-route.ts";
import {
  overviewRecordSchema,
  toOverviewRecord,
} from "#app/routes/rest/analytics/overview-record.ts";
import { oneRecord, oneRecordSchema } from "#app/routes/rest/envelope.ts";
import { planFilter, readIdFilter } from "#app/routes/rest/filters.ts";
import { restApi } from "#app/routes/rest/rest-api.ts";

const periods = Object.keys(OVERVIEW_PERIODS) as OverviewPeriod[];

export const loader = declareRoute({
  api: restApi,
  method: "GET",
  path: "/api/v1/analytics/overview",
  scope: "core:read",
  operationId: "getAnalyticsOverview",
  summary: "The figures of a period",
  description:
    "Whole days in the store's zone, today included. `plan_id` narrows everything but `store_credit` and `series.revenue`; a plan that does not exist gives zeros. A rate is a share of 1, and null where there is nothing to divide by.",
  query: z.object({
    period: z
      .enum(periods, `Must be one of ${periods.join(", ")}.`)
      .default("30d")
      .meta({ description: "How many days, today included.", example: "30d" }),
    plan_id: planFilter,
  }),
  answer: oneRecordSchema(overviewRecordSchema),
  handle: async ({ context, query: { period, plan_id } }) => {
    const planId = readIdFilter(plan_id, "plan") ?? null;
    const overview = await readOverview(context, { period, planId });
    const { currency } = context.shop;
    return oneRecord(toOverviewRecord(overview, { period, currency, planId: plan_id ?? null }));
  },
});
