import { z } from "zod";
import { UserFacingError } from "#scripts/process/user-facing-error.ts";
import type { DemoParts } from "../start/demo-file.ts";

const stateSchema = z.object({
  customers: z.array(
    z.object({
      cid: z.number(),
      email: z.string(),
      name: z.string(),
      status: z.enum(["active", "paused", "cancelled", "none"]),
      contract_ids: z.array(z.number()),
    }),
  ),
});

/** The development store's controls, as a script uses them. */
export interface DevstoreControls {
  /** @returns its answer. @throws UserFacingError with the control's own words when it refuses. */
  post(control: string, shop: string, body: Record<string, unknown>): Promise<unknown>;
  listCustomers(shop: string): Promise<DemoParts["customers"]>;
}

export function devstoreControls(devstoreUrl: string): DevstoreControls {
  return {
    post: async (control, shop, body) => {
      const answer = await fetch(`${devstoreUrl}/__dev/${control}`, {
        method: "POST",
        headers: { "content-type": "application/json", "x-forwarded-host": shop },
        body: JSON.stringify(body),
      });
      const text = await answer.text();
      if (!answer.ok)
        throw new UserFacingError(`The development store refused ${control}: ${text}`);
      return JSON.parse(text);
    },
    listCustomers: async (shop) => {
      const answer = await fetch(`${devstoreUrl}/__dev/state`, {
        headers: { "x-forwarded-host": shop },
      });
      return stateSchema.parse(await answer.json()).customers;
    },
  };
}
