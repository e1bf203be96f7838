import { contractsCopy } from "#app/domain/cancel-flow/contracts-copy.ts";
import { publishToCustomers } from "#app/domain/customers/publish-to-customers.ts";
import { publishLoyaltyJob } from "#app/domain/loyalty/loyalty-jobs.ts";
import { loyaltyCopy } from "#app/domain/loyalty/storefront-sync/loyalty-copy.ts";
import { publishStoreCreditJob } from "#app/domain/store-credit/credit-jobs.ts";
import { creditCopy } from "#app/domain/store-credit/storefront-sync/credit-copy.ts";
import { publishCustomerJob } from "#app/domain/subscriptions/subscription-jobs.ts";
import { bindGathering, type Gathering } from "./bind-gathering.ts";

/** As many metafields as one call of the platform writes. */
const METAFIELDS = 25;

/** What of a store's work is done together. */
export const GATHERINGS: readonly Gathering[] = [
  bindGathering(
    "publish-customers",
    METAFIELDS,
    [publishCustomerJob, publishStoreCreditJob, publishLoyaltyJob],
    (context, payloadsOf) => {
      return publishToCustomers(context, [
        { copy: contractsCopy, customerIds: payloadsOf(publishCustomerJob).map(idOf) },
        { copy: creditCopy, customerIds: payloadsOf(publishStoreCreditJob).map(idOf) },
        { copy: loyaltyCopy, customerIds: payloadsOf(publishLoyaltyJob).map(idOf) },
      ]);
    },
  ),
];

const idOf = ({ customerId }: { customerId: bigint }) => customerId;
