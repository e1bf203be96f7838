import { billingFollower } from "#app/domain/billing/charging/follow-subscription.ts";
import { monthlyWorthFollower } from "#app/domain/billing/follow-worth.ts";
import { trialFollower } from "#app/domain/billing/trials/follow-contracts.ts";
import { appliedOfferFollower } from "#app/domain/churn/activation/follow-subscription.ts";
import type { AppContext, MailServices, SubscriptionFollower } from "#app/domain/context.ts";
import { importFollower } from "#app/domain/contract-imports/follow-contracts.ts";
import { contractRewardFollower } from "#app/domain/loyalty/rewards/follow-contracts.ts";
import { memberFollower } from "#app/domain/members/follow-memberships.ts";
import { reminderFollower } from "#app/domain/notices/by-date/follow-dates.ts";
import { orderFollower } from "#app/domain/orders/follow-contracts.ts";
import { perkFollower } from "#app/domain/perks/follow-memberships.ts";
import { reactivationFollower } from "#app/domain/portal/reactivation/follow-reactivations.ts";
import { forfeitFollower } from "#app/domain/store-credit/policies/forfeit-credit.ts";
import { openDatabase } from "#app/lib/db.ts";
import type { Environment } from "#app/lib/env.ts";
import { createLogger } from "#app/lib/log.ts";
import { openMailTransport } from "#app/lib/mail-transport.ts";
import { createTokenSigner } from "#app/lib/signed-token.ts";
import { createTokenEncryption } from "#app/platform/shopify/auth/token-encryption.ts";
import { connectShopify } from "#app/platform/shopify/connect-shopify.ts";

/** In the order in which they follow. */
const SUBSCRIPTION_FOLLOWERS: readonly SubscriptionFollower[] = [
  importFollower,
  reactivationFollower,
  appliedOfferFollower,
  contractRewardFollower,
  forfeitFollower,
  memberFollower,
  perkFollower,
  billingFollower,
  orderFollower,
  trialFollower,
  monthlyWorthFollower,
  reminderFollower,
];

/**
 * Workers wait until a store has this part of its points on the platform: it is more than their largest call costs, so that they do
 * not starve each other, and web processes, where people wait, find some.
 */
const WORKERS_LEVEL = 0.3;

/** A process's own app context, from its environment. Close it to let the process end. */
export function createAppContext(
  environment: Environment,
  processName: string,
): AppContext & { close(): Promise<void> } {
  const db = openDatabase(environment.DATABASE_URL, environment.DATABASE_POOL_SIZE);
  const log = createLogger(environment.LOG_LEVEL, { process: processName });
  const connectPlatform = connectShopify({
    pool: db.pool,
    encryption: encryptionOf(environment),
    apiKey: environment.SHOPIFY_API_KEY,
    apiSecret: environment.SHOPIFY_API_SECRET,
    appUrl: environment.APP_URL,
    devstoreUrl: environment.DEVSTORE_URL ?? null,
    log,
    minimumLevel: processName === "worker" ? WORKERS_LEVEL : 0,
  });
  const mail = mailServicesOf(environment);
  return {
    db,
    log,
    connectPlatform,
    mail,
    subscriptionFollowers: SUBSCRIPTION_FOLLOWERS,
    close: async () => {
      mail.transport?.close();
      await db.close();
    },
  };
}

function mailServicesOf(environment: Environment): MailServices {
  const { SMTP_URL, MAIL_FROM, APP_URL } = environment;
  return {
    transport: SMTP_URL && MAIL_FROM ? openMailTransport(SMTP_URL, MAIL_FROM) : null,
    unsubscribeUrl: (token) => `${APP_URL}/mail/unsubscribe/${token}`,
    cancelUrl: (token) => `${APP_URL}/mail/cancel/${token}`,
    consentUrl: (token) => `${APP_URL}/mail/consent/${token}`,
    signer: createTokenSigner("mail", encryptionKeysOf(environment)),
  };
}

/** The keys under which the platform's tokens are kept. */
export function encryptionOf(environment: Environment) {
  const [key, ...previous] = encryptionKeysOf(environment);
  return createTokenEncryption(key, previous);
}

/** The one that is used now, and the one before it. */
function encryptionKeysOf({
  TOKEN_ENCRYPTION_KEY,
  TOKEN_ENCRYPTION_KEY_PREVIOUS,
}: Environment): [string, ...string[]] {
  return TOKEN_ENCRYPTION_KEY_PREVIOUS
    ? [TOKEN_ENCRYPTION_KEY, TOKEN_ENCRYPTION_KEY_PREVIOUS]
    : [TOKEN_ENCRYPTION_KEY];
}
