import { importCharges } from "#app/domain/billing/past-charges/import-charges.ts";
import { publishCancelFlow } from "#app/domain/cancel-flow/publish-cancel-flow.ts";
import { publishPlanNames } from "#app/domain/cancel-flow/publish-plan-names.ts";
import { settleActivation } from "#app/domain/churn/activation/settle-activation.ts";
import { settleVanishedDiscount } from "#app/domain/churn/activation/settle-vanished-discount.ts";
import {
  publishCancelFlowJob,
  settleActivationJob,
  settleVanishedDiscountJob,
} from "#app/domain/churn/churn-jobs.ts";
import { collectCustomerData } from "#app/domain/compliance/collect-customer-data.ts";
import {
  collectCustomerDataJob,
  eraseCustomerJob,
  eraseShopJob,
} from "#app/domain/compliance/compliance-jobs.ts";
import { eraseCustomer } from "#app/domain/compliance/erase-customer.ts";
import { eraseShop } from "#app/domain/compliance/erase-shop.ts";
import { followMerge } from "#app/domain/customer-merges/follow-merge.ts";
import { followMergeJob } from "#app/domain/customers/customer-jobs.ts";
import { makeExportFileJob } from "#app/domain/data-export/files/export-file-jobs.ts";
import { makeExportFile } from "#app/domain/data-export/files/make-export-file.ts";
import { buildExports } from "#app/domain/data-export/rows/build-exports.ts";
import { compareExports } from "#app/domain/data-export/rows/compare-exports.ts";
import { buildExportsJob, compareExportsJob } from "#app/domain/data-export/rows/export-jobs.ts";
import { dispatchEvents } from "#app/domain/events/dispatch-events.ts";
import {
  dispatchEventsJob,
  dispatchLaterJob,
  handleEventJob,
  runSubscriberJob,
} from "#app/domain/events/event-jobs.ts";
import { handleAgain } from "#app/domain/events/handle-events.ts";
import { runSubscriber } from "#app/domain/events/run-subscriber.ts";
import { followShop } from "#app/domain/installation/follow-shop.ts";
import { importShop } from "#app/domain/installation/import-shop.ts";
import { republishCustomers } from "#app/domain/installation/republish-customers.ts";
import { rollUpCreditJob } from "#app/domain/ledger/ledger-jobs.ts";
import { rollUpCredit } from "#app/domain/ledger/roll-up-credit.ts";
import { runDryRun } from "#app/domain/loyalty/dry-run/run-dry-run.ts";
import {
  dryRunJob,
  noteNewsJob,
  previewTiersJob,
  publishContractRewardJob,
  publishCouponJob,
  publishLoyaltyRulesJob,
  settleLoyaltyJob,
} from "#app/domain/loyalty/loyalty-jobs.ts";
import { publishContractReward } from "#app/domain/loyalty/rewards/publish-contract-reward.ts";
import { publishCoupon } from "#app/domain/loyalty/rewards/publish-coupon.ts";
import { settleLoyalty } from "#app/domain/loyalty/settle/settle-loyalty.ts";
import { publishLoyaltyRules } from "#app/domain/loyalty/storefront-sync/publish-loyalty-rules.ts";
import { runTierPreview } from "#app/domain/loyalty/tiers/preview/run-tier-preview.ts";
import { noteNews } from "#app/domain/loyalty/triggers/note-news.ts";
import { importOrders } from "#app/domain/orders/import-orders.ts";
import { importChargesJob, importOrdersJob } from "#app/domain/past-imports/past-import-jobs.ts";
import { findTagDrift } from "#app/domain/perks/find-tag-drift.ts";
import { findTagDriftJob, syncTagsJob } from "#app/domain/perks/perk-jobs.ts";
import { syncTags } from "#app/domain/perks/sync-tags.ts";
import { settlePlanGroupsJob } from "#app/domain/plans/plan-jobs.ts";
import { settlePlanGroups } from "#app/domain/plans/settle-plan-groups.ts";
import { readPointsJob } from "#app/domain/points-integration/points-jobs.ts";
import { readPoints } from "#app/domain/points-integration/read-points.ts";
import { settleOwnEditJob } from "#app/domain/portal/edits/edit-jobs.ts";
import { settleOwnEdit } from "#app/domain/portal/edits/settle-edit.ts";
import { settleReactivation } from "#app/domain/portal/reactivation/reactivate.ts";
import { settleReactivationJob } from "#app/domain/portal/reactivation/reactivation-jobs.ts";
import { runDueTasks } from "#app/domain/schedule/run-due-tasks.ts";
import { runDueTasksJob } from "#app/domain/schedule/schedule-task.ts";
import { publishStorefront } from "#app/domain/shops/publish-storefront.ts";
import {
  followShopJob,
  importShopJob,
  publishStorefrontJob,
  republishCustomersJob,
} from "#app/domain/shops/shop-jobs.ts";
import { settleOrderCreditJob } from "#app/domain/store-credit/credit-jobs.ts";
import { settleOrderCredit } from "#app/domain/store-credit/holds/settle-order-credit.ts";
import { followPaymentMethod } from "#app/domain/subscriptions/follow-payment-method.ts";
import {
  followPaymentMethodJob,
  publishPlanNamesJob,
} from "#app/domain/subscriptions/subscription-jobs.ts";
import { addJob } from "#app/lib/queue.ts";
import { bindJob, type Job } from "./bind-job.ts";
import { DUE_TASK_ACTIONS } from "./due-task-actions.ts";
import { SUBSCRIBERS } from "./subscribers.ts";

/** Undefined in a job of a version that had another subscriber: it has nothing left to do. */
const subscriberOf = ({ subscriber }: { subscriber: string }) =>
  SUBSCRIBERS.find(({ name }) => name === subscriber);

/** Every job of a store, and the action that it runs. */
export const SHOP_JOBS: readonly Job[] = [
  bindJob(importShopJob, (context) => importShop(context)),
  bindJob(followShopJob, (context) => followShop(context)),
  bindJob(republishCustomersJob, (context) => republishCustomers(context)),
  bindJob(importOrdersJob, (context) => importOrders(context)),
  bindJob(importChargesJob, (context) => importCharges(context)),
  bindJob(publishStorefrontJob, async (context) => {
    await publishStorefront(context);
    // What a store keeps of an app goes with the app.
    await addJob(context.db.prisma, publishLoyaltyRulesJob, { shopId: context.shop.id });
  }),
  bindJob(settlePlanGroupsJob, (context) => settlePlanGroups(context)),
  bindJob(buildExportsJob, (context) => buildExports(context)),
  bindJob(compareExportsJob, (context) => compareExports(context)),
  bindJob(makeExportFileJob, (context, { fileId }) => makeExportFile(context, fileId)),
  bindJob(syncTagsJob, (context, { customerId }) => syncTags(context, customerId)),
  bindJob(findTagDriftJob, (context) => findTagDrift(context)),
  bindJob(followPaymentMethodJob, (context, news) => followPaymentMethod(context, news)),
  bindJob(settleReactivationJob, (context, { key }) =>
    settleReactivation(context, { key, isCertain: true }),
  ),
  bindJob(settleOwnEditJob, (context, { subscriptionId, key }) =>
    settleOwnEdit(context, { subscriptionId, key }),
  ),
  bindJob(readPointsJob, (context) => readPoints(context)),
  bindJob(followMergeJob, (context, merge) => followMerge(context, merge)),
  bindJob(publishPlanNamesJob, (context) => publishPlanNames(context)),
  bindJob(publishCancelFlowJob, async (context) => {
    await publishCancelFlow(context);
    // The platform tells nobody that a name was translated: it is looked up when there is a reason to write anyway.
    await addJob(context.db.prisma, publishPlanNamesJob, { shopId: context.shop.id });
  }),
  bindJob(settleActivationJob, (context, { appliedOfferId }) =>
    settleActivation(context, appliedOfferId),
  ),
  bindJob(settleVanishedDiscountJob, (context, { appliedOfferId }) =>
    settleVanishedDiscount(context, appliedOfferId),
  ),
  bindJob(publishContractRewardJob, (context, { contractRewardId }) =>
    publishContractReward(context, contractRewardId),
  ),
  bindJob(noteNewsJob, (context, news) => noteNews(context, news)),
  bindJob(settleLoyaltyJob, (context, { customerId }) => settleLoyalty(context, [customerId])),
  bindJob(publishCouponJob, (context, { couponId }) => publishCoupon(context, couponId)),
  bindJob(publishLoyaltyRulesJob, (context) => publishLoyaltyRules(context)),
  bindJob(dryRunJob, (context, { runId }) => runDryRun(context, runId)),
  bindJob(previewTiersJob, (context, { previewId }) => runTierPreview(context, previewId)),
  bindJob(settleOrderCreditJob, (context, { orderId }) => settleOrderCredit(context, orderId)),
  bindJob(dispatchEventsJob, (context) => dispatchEvents(context, SUBSCRIBERS)),
  bindJob(dispatchLaterJob, ({ db }, { shopId }) =>
    addJob(db.prisma, dispatchEventsJob, { shopId }),
  ),
  bindJob(runSubscriberJob, async (context, payload) => {
    const subscriber = subscriberOf(payload);
    if (subscriber) await runSubscriber(context, subscriber);
  }),
  bindJob(handleEventJob, async (context, payload) => {
    const subscriber = subscriberOf(payload);
    if (subscriber) await handleAgain(context, subscriber, payload.eventId);
  }),
  bindJob(runDueTasksJob, (context, _payload, worker) =>
    runDueTasks(context, DUE_TASK_ACTIONS, worker),
  ),
  bindJob(rollUpCreditJob, (context) => rollUpCredit(context)),
  bindJob(eraseCustomerJob, (context, { requestId }) => eraseCustomer(context, requestId)),
  bindJob(collectCustomerDataJob, (context, { requestId }) =>
    collectCustomerData(context, requestId),
  ),
  bindJob(eraseShopJob, (context, { requestId }) => eraseShop(context, requestId)),
];
