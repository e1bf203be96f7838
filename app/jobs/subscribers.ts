import { exportsSubscriber } from "#app/domain/data-export/rows/follow-facts.ts";
import type { EventSubscriber } from "#app/domain/events/subscriber.ts";
import { loyaltySubscriber } from "#app/domain/loyalty/loyalty-subscriber.ts";
import { loyaltyMetafieldsSubscriber } from "#app/domain/loyalty/storefront-sync/sync-loyalty-metafields.ts";
import { membershipCreditSubscriber } from "#app/domain/members/credit/membership-credit-subscriber.ts";
import { mailSubscriber } from "#app/domain/notices/mail-subscriber.ts";
import { creditMetafieldsSubscriber } from "#app/domain/store-credit/storefront-sync/sync-credit-metafields.ts";

/** The subscribers of the stores' events. Events are pruned only after every subscriber has read them. */
export const SUBSCRIBERS: readonly EventSubscriber[] = [
  creditMetafieldsSubscriber,
  exportsSubscriber,
  loyaltyMetafieldsSubscriber,
  loyaltySubscriber,
  mailSubscriber,
  membershipCreditSubscriber,
];
