import { z } from "zod";
import { activateOffer } from "#app/domain/churn/activation/activate-offer.ts";
import { toAppliedOffer } from "#app/domain/churn/activation/applied-offer.ts";
import { declareRoute } from "#app/http/declare-route.ts";
import { contractIdText, platformIdText } from "#app/http/text-field.ts";
import { AppError, isAppError } from "#app/lib/app-error.ts";
import { churnApi } from "#app/routes/churn/churn-api.ts";
import { appliedOfferSchema, toAppliedOfferRecord } from "#app/routes/churn/offer-records.ts";

export const action = declareRoute({
  api: churnApi,
  method: "POST",
  path: "/proxy/v1/membership/churn/{contract_id}/offers/{offer_id}/activation",
  scope: "churn:manage",
  operationId: "activateOffer",
  summary: "Activate an offer on a contract",
  description:
    "Changes the contract on the platform, or grants the credit, and answers the reward. Takes no body. " +
    "Not found: the contract or the offer does not exist, the contract is cancelled, or the offer is switched off.",
  params: z.object({
    contract_id: contractIdText,
    offer_id: platformIdText("offer").meta({
      description: "The offer's id, from the list of offers.",
      example: "7",
    }),
  }),
  answer: appliedOfferSchema,
  errors: ["offer_already_active", "offer_gone", "platform_refused", "platform_unavailable"],
  handle: async ({ context, params }) => {
    try {
      const applied = await activateOffer(context, {
        contractId: params.contract_id,
        offerId: params.offer_id,
        source: "api",
        reason: null,
        idempotencyKey: null,
      });
      return toAppliedOfferRecord(toAppliedOffer(applied));
    } catch (error) {
      // For this interface a contract that is over is one that does not exist.
      if (isAppError(error) && error.code === "contract_cancelled") {
        throw new AppError("not_found", error.message);
      }
      throw error;
    }
  },
});
