import type { z } from "zod";
import type { changeAnswer, portalAnswer } from "#app/routes/storefront/portal-answer.ts";

/** What the portal's endpoints below `/v1/storefront/portal/{contract_id}` answer. */
export type PortalAnswer = z.infer<typeof portalAnswer> &
  Partial<Pick<z.infer<typeof changeAnswer>, "unchanged">>;
export type Choices = PortalAnswer["choices"];
export type Address = NonNullable<Choices["address"]>;

/** A change as `POST …/changes` takes it. */
export type Change =
  | { action: "skip" | "charge_now"; charge_at: string }
  | { action: "move"; charge_at: string; day: string }
  | { action: "pause"; cycles: number }
  | { action: "pause_until"; day: string }
  | { action: "resume" }
  | { action: "renewal_credit"; enabled: boolean }
  | { action: "reactivate"; revision: string }
  | { action: "withdraw" }
  | { action: "answer"; change_id: number; answer: "agreed" | "declined" }
  | { action: "change_frequency"; revision: string; plan_id: number }
  | { action: "change_quantity"; revision: string; line_id: string; quantity: number }
  | { action: "change_variant"; revision: string; line_id: string; variant_id: number }
  | { action: "change_address"; revision: string; address: Address };
