import type { z } from "zod";
import type {
  acceptAnswer,
  cancelAnswer,
  cancelFlowAnswer,
  reasonAnswer,
} from "#app/routes/storefront/cancel-flow/answers.ts";

/** What the cancel flow's endpoints below `/v1/storefront/cancel-flow/{contract_id}` answer. */
type Answers = z.infer<typeof cancelFlowAnswer> &
  z.infer<typeof reasonAnswer> &
  z.infer<typeof acceptAnswer> &
  z.infer<typeof cancelAnswer>;

export type OfferView = Answers["applied"];
export type Unit = NonNullable<OfferView["frequency"]>["to_unit"];
export type HelpLink = NonNullable<Answers["help"]>;

/** Any of the endpoints' answers: which members are there depends on which was asked. */
export interface Answer extends Partial<Omit<Answers, "contract">> {
  /** HTTP status of an error, or 599 when no readable answer came in time; absent on success. */
  failed?: number;
  code?: string | undefined;
  contract?: Partial<Answers["contract"]>;
}
