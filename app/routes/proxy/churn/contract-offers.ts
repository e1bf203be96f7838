import { z } from "zod";
import { listAppliedOffers } from "#app/domain/churn/list-applied-offers.ts";
import { appliedOfferSchema } from "#app/http/churn-schemas.ts";
import { declareRoute } from "#app/http/declare-route.ts";
import { churnInterface } from "#app/http/interfaces/churn-interface.ts";
import { platformIdText } from "#app/http/text-field.ts";

export const loader = declareRoute({
  api: churnInterface,
  method: "GET",
  path: "/proxy/v1/membership/churn/{contract_id}/offers",
  scope: "churn:manage",
  operationId: "listAppliedOffers",
  summary: "Offers applied to a contract",
  description: "Active and cancelled ones, newest first.",
  params: z.object({ contract_id: platformIdText }),
  answer: z.array(appliedOfferSchema),
  handle: ({ context, params }) => listAppliedOffers(context, params.contract_id),
});
