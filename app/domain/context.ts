import type { Subscription } from "#app/generated/prisma/client.ts";
import type { Clock } from "#app/lib/clock.ts";
import type { Database, ProcessDatabase, Queries } from "#app/lib/db.ts";
import type { Logger } from "#app/lib/log.ts";
import type { MailTransport } from "#app/lib/mail-transport.ts";
import type { TokenSigner } from "#app/lib/signed-token.ts";
import type { ConnectPlatform, Platform } from "#app/platform/platform.ts";
import type { PlatformContract } from "#app/platform/platform-contract.ts";
import type { Shop } from "./shops/shop.ts";

/** What a process has, whichever store it works for. Made once, by the process's main file. */
export interface AppContext {
  readonly db: ProcessDatabase;
  readonly connectPlatform: ConnectPlatform;
  readonly log: Logger;
  readonly mail: MailServices;
  readonly subscriptionFollowers: readonly SubscriptionFollower[];
}

/** What every action gets: one store, the actor, and the only source of business time. */
export interface ShopContext {
  readonly db: Database;
  readonly platform: Platform;
  readonly clock: Clock;
  readonly shop: Shop;
  readonly actor: Actor;
  readonly log: Logger;
  readonly mail: MailServices;
  readonly subscriptionFollowers: readonly SubscriptionFollower[];
}

/** What mail to customers needs of its installation. */
export interface MailServices {
  /** Null where no mail server is set up. */
  readonly transport: MailTransport | null;
  /** Where a customer with this token asks for fewer mails. */
  unsubscribeUrl(token: string): string;
  cancelUrl(token: string): string;
  /** Where a customer says whether they agree to a change. */
  consentUrl(token: string): string;
  readonly signer: TokenSigner;
}

/**
 * What an area above subscriptions does in the transaction that changes one, so a caller who reads immediately
 * afterwards sees both. The program that starts the process lists the followers; subscriptions know none of them.
 * Each call must be safe to repeat and must not call the network. Work that may come later subscribes to the
 * subscription's events instead.
 */
export interface SubscriptionFollower {
  /** Rows that the transaction has brought up to the platform, all together: what is read for them is read once. */
  onStored?(context: ShopContext, tx: Queries, stored: readonly StoredContract[]): Promise<void>;
  /** A contract that was known alive is now cancelled. Called after `onStored`. */
  onCancelled?(context: ShopContext, tx: Queries, subscription: Subscription): Promise<void>;
  /**
   * Changes of different rows. Called last, after each was recorded as an event, so that events which follow from it come after it.
   */
  onRecorded?(
    context: ShopContext,
    tx: Queries,
    changes: readonly SubscriptionChange[],
  ): Promise<void>;
}

/** A row that holds what the platform said of its contract. Nothing may have changed. */
export interface StoredContract {
  readonly subscription: Subscription;
  readonly contract: PlatformContract;
}

/** A subscription's row before and after it was brought up to the platform. */
export interface SubscriptionChange {
  /** Null for one that came into being. */
  readonly before: Subscription | null;
  readonly after: Subscription;
  /** False for what an import brings of the time before it: no event tells of that. */
  readonly isNews: boolean;
}

/** Who acts, as the timeline shows it. */
export interface Actor {
  readonly kind: "customer" | "merchant" | "api" | "system" | "platform";
  /** A name to show: the merchant's, the API key's; null for the store's own customer and for jobs. */
  readonly name: string | null;
}

/** The actor of jobs and of what the product does by itself. */
export const systemActor: Actor = { kind: "system", name: null };
