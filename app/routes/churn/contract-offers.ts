import { z } from "zod";
import { listAppliedOffers } from "#app/domain/churn/reports/list-applied-offers.ts";
import { declareRoute } from "#app/http/declare-route.ts";
import { contractIdText } from "#app/http/text-field.ts";
import { churnApi } from "#app/routes/churn/churn-api.ts";
import { appliedOfferSchema, toAppliedOfferRecord } from "#app/routes/churn/offer-records.ts";

export const loader = declareRoute({
  api: churnApi,
  method: "GET",
  path: "/proxy/v1/membership/churn/{contract_id}/offers",
  scope: "churn:manage",
  operationId: "listAppliedOffers",
  summary: "Offers applied to a contract",
  description: "Active and cancelled ones, newest first.",
  params: z.object({ contract_id: contractIdText }),
  answer: z.array(appliedOfferSchema),
  handle: async ({ context, params }) => {
    const applied = await listAppliedOffers(context, params.contract_id);
    return applied.map(toAppliedOfferRecord);
  },
});
