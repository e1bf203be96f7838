import { z } from "zod";
import { lineText } from "#app/lib/line-text.ts";
import { shortened } from "#app/lib/storable-text.ts";
import type { StaffProfile } from "../../platform.ts";
import { readPlatformJson } from "../platform-json.ts";
import { createPlatformFetch } from "../route-to-devstore.ts";
import type { ShopifyCredentials } from "./shopify-sdk.ts";

/** The visitor's page waits for this answer. */
const timeoutMs = 2_000;
const maxNameLength = 200;

/** What is read of the answer. The access token in it is not needed, so it is never looked at. */
const answerSchema = z.object({
  associated_user: z.object({
    id: z.union([z.number(), z.string()]).transform(String),
    first_name: z.string().nullish(),
    last_name: z.string().nullish(),
    locale: z.string().nullish(),
  }),
});

/** Who is signed in to which store, by the session token that proves it. */
interface SignedStaff {
  shopDomain: string;
  staffId: string;
  sessionToken: string;
}

export type ReadStaffProfile = (visitor: SignedStaff) => Promise<StaffProfile | null>;

/**
 * Reads a staff member's name and locale by exchanging their session token for an online token. That is the only
 * way that needs no scope: the Admin API names staff to apps of the largest plans alone.
 *
 * Null when the platform refuses, does not answer in time, or says nothing of the person; never throws.
 */
export function createStaffProfileReader(config: ShopifyCredentials): ReadStaffProfile {
  const platformFetch = createPlatformFetch(config.devstoreUrl);
  return async ({ shopDomain, staffId, sessionToken }) => {
    try {
      const response = await platformFetch(`https://${shopDomain}/admin/oauth/access_token`, {
        method: "POST",
        headers: { "content-type": "application/json", accept: "application/json" },
        body: JSON.stringify({
          client_id: config.apiKey,
          client_secret: config.apiSecret,
          grant_type: "urn:ietf:params:oauth:grant-type:token-exchange",
          subject_token: sessionToken,
          subject_token_type: "urn:ietf:params:oauth:token-type:id_token",
          requested_token_type: "urn:shopify:params:oauth:token-type:online-access-token",
        }),
        signal: AbortSignal.timeout(timeoutMs),
      });
      if (!response.ok) throw new Error(`status ${response.status}`);
      return toProfile(answerSchema.parse(readPlatformJson(await response.text())), staffId);
    } catch (error) {
      const reason = error instanceof Error ? error.name : "unknown";
      config.log.warn({ shop: shopDomain, reason }, "a staff member's name was not read");
      return null;
    }
  };
}

function toProfile(
  { associated_user: user }: z.infer<typeof answerSchema>,
  staffId: string,
): StaffProfile | null {
  // Another person's name would put what this one does on their account.
  if (user.id !== staffId) return null;
  const whole = [user.first_name, user.last_name]
    .map((part) => (part ?? "").trim())
    .filter((part) => part !== "")
    .join(" ");
  const name = shortened(lineText(whole), maxNameLength);
  return name === "" ? null : { name, locale: user.locale ?? "" };
}
