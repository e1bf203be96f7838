import { followAttempt } from "#app/domain/billing/attempts/follow-attempt.ts";
import { readAttemptJob } from "#app/domain/billing/charging/billing-tasks.ts";
import { contractsCopy } from "#app/domain/cancel-flow/contracts-copy.ts";
import { refreshCustomerJob } from "#app/domain/customers/customer-jobs.ts";
import {
  PUBLISHED_AT_ONCE,
  publishToCustomers,
} from "#app/domain/customers/publish-to-customers.ts";
import { refreshCustomers } from "#app/domain/customers/store-customer.ts";
import { publishLoyaltyJob } from "#app/domain/loyalty/loyalty-jobs.ts";
import { loyaltyCopy } from "#app/domain/loyalty/storefront-sync/loyalty-copy.ts";
import { sendMailJob } from "#app/domain/mail/mail-jobs.ts";
import { sendMail } from "#app/domain/mail/outbox/send-mail.ts";
import { refreshOrderJob } from "#app/domain/orders/order-jobs.ts";
import { refreshOrders } from "#app/domain/orders/store-order.ts";
import { readPointsOf } from "#app/domain/points-integration/read-points.ts";
import { publishStoreCreditJob } from "#app/domain/store-credit/credit-jobs.ts";
import { settleHeldCredit } from "#app/domain/store-credit/holds/settle-order-credit.ts";
import { creditCopy } from "#app/domain/store-credit/storefront-sync/credit-copy.ts";
import { refreshContracts } from "#app/domain/subscriptions/store-contract.ts";
import {
  publishCustomerJob,
  refreshContractJob,
} from "#app/domain/subscriptions/subscription-jobs.ts";
import { allAtOnce } from "#app/lib/all-at-once.ts";
import { bindFormerGathering, bindGathering, bindStage, type Gathering } from "./bind-gathering.ts";

/** So many of the platform's things are read again at once. */
const FOLLOWED_AT_ONCE = 50;

/** So many mails wait for the mail server at once: few, because one that it is slow with holds up the others. */
const MAILS_AT_ONCE = 25;

/** What of a store's work is done together. */
export const GATHERINGS: readonly Gathering[] = [
  bindFormerGathering(
    "publish-customers",
    PUBLISHED_AT_ONCE,
    [publishCustomerJob, publishStoreCreditJob, publishLoyaltyJob],
    (context, payloadsOf) => {
      return publishToCustomers(context, [
        { copy: contractsCopy, customerIds: payloadsOf(publishCustomerJob).map(idOf) },
        { copy: creditCopy, customerIds: payloadsOf(publishStoreCreditJob).map(idOf) },
        { copy: loyaltyCopy, customerIds: payloadsOf(publishLoyaltyJob).map(idOf) },
      ]);
    },
  ),
  bindGathering("follow-platform", FOLLOWED_AT_ONCE, [
    // First what has been charged: what follows from it changes the contract, which is read after that.
    bindStage([readAttemptJob], (context, payloadsOf) =>
      allAtOnce(payloadsOf(readAttemptJob), ({ platformAttemptId, contractId }) =>
        followAttempt(context, platformAttemptId, contractId),
      ),
    ),
    bindStage(
      [refreshContractJob, refreshOrderJob, refreshCustomerJob],
      async (context, payloadsOf) => {
        const contractIds = payloadsOf(refreshContractJob).map(({ contractId }) => contractId);
        const orderIds = payloadsOf(refreshOrderJob).map(({ orderId }) => orderId);
        const customerIds = payloadsOf(refreshCustomerJob).map(({ customerId }) => customerId);
        const kinds = [
          () => refreshContracts(context, contractIds),
          async () => {
            await refreshOrders(context, orderIds);
            await settleHeldCredit(context, orderIds);
          },
          async () => {
            await refreshCustomers(context, customerIds);
            await readPointsOf(context, customerIds);
          },
        ];
        await allAtOnce(kinds, (follow) => follow());
      },
    ),
  ]),
  bindGathering("send-mails", MAILS_AT_ONCE, [
    bindStage([sendMailJob], (context, payloadsOf) =>
      allAtOnce(payloadsOf(sendMailJob), ({ mailId }) => sendMail(context, mailId)),
    ),
  ]),
];

const idOf = ({ customerId }: { customerId: bigint }) => customerId;
