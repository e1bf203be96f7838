import type { EventSubscriber } from "#app/domain/events/subscriber.ts";
import { creditMetafieldsSubscriber } from "#app/domain/store-credit/storefront-sync/sync-credit-metafields.ts";

/** Whoever reads the stores' events. What is listed here holds up pruning until it has read. */
export const SUBSCRIBERS: readonly EventSubscriber[] = [creditMetafieldsSubscriber];
