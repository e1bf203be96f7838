import type pg from "pg";
import type { ConnectPlatform } from "../platform.ts";
import { PlatformFailure } from "../platform-failure.ts";
import { type AdminClientConfig, type CallLimits, createAdminClient } from "./admin-client.ts";
import { ExportChargesDocument, ExportOrdersDocument } from "./admin-operations.generated.ts";
import { createOfflineTokens } from "./auth/offline-tokens.ts";
import { createShopifySdk, type ShopifyCredentials } from "./auth/shopify-sdk.ts";
import type { TokenEncryption } from "./auth/token-encryption.ts";
import { createBillingAttempt, findBillingAttempt } from "./billing/billing-attempts.ts";
import {
  getBillingCycle,
  listBillingCycles,
  moveBillingCycle,
  skipBillingCycle,
} from "./billing/billing-cycles.ts";
import { readChargeExport } from "./billing/export-charges.ts";
import { readExportState, startExport } from "./bulk/run-export.ts";
import {
  cancelContract,
  commitContractChange,
  draftContractChange,
  moveNextBillingDate,
  pauseContract,
  removeContractDiscount,
  removeContractLine,
  resumeContract,
  setNextBillingDate,
} from "./contracts/change-contract.ts";
import { createContract, findContractByKey } from "./contracts/create-contract.ts";
import { listPaymentMethods } from "./contracts/payment-methods.ts";
import { readContractOrders } from "./contracts/read-contract-orders.ts";
import { readContractsPage } from "./contracts/read-contracts.ts";
import { readContractTerms, readProductVariants } from "./contracts/read-terms.ts";
import { draftTerms } from "./contracts/write-terms.ts";
import { addCustomerTag, readCustomerTags, removeCustomerTag } from "./customers/customer-tags.ts";
import { nameCustomer } from "./customers/name-customer.ts";
import {
  publishCustomerData,
  publishCustomersData,
  publishShopData,
} from "./customers/publish-metafields.ts";
import {
  listCustomerMetafields,
  listMissingCustomers,
  listTaggedCustomers,
  readCustomersPage,
} from "./customers/read-customers.ts";
import {
  closeDiscountCode,
  countCodeUses,
  createCreditCode,
  listOrdersWithCode,
  setCreditCodeAmount,
} from "./discounts/credit-codes.ts";
import { createRewardCode } from "./discounts/reward-codes.ts";
import { callAppProxy, inspectAccess } from "./inspect-access.ts";
import { listChanges } from "./list-changes.ts";
import { readOrderExport } from "./orders/export-orders.ts";
import { listDisputes } from "./orders/read-order-facts.ts";
import { readOrderPages } from "./orders/read-order-pages.ts";
import { readOrder } from "./orders/read-orders.ts";
import { listCollectionProducts, searchCollections } from "./plans/read-collections.ts";
import { readPlanGroup, readPlanGroups } from "./plans/read-plan-groups.ts";
import { readPlanNames } from "./plans/read-plan-names.ts";
import { readPlanOffers } from "./plans/read-plan-offers.ts";
import { listPlanGroupProducts, searchProducts } from "./plans/read-products.ts";
import { listVariants } from "./plans/read-variants.ts";
import {
  addPlanGroupProducts,
  changePlanGroup,
  createPlanGroup,
  deletePlanGroup,
  removePlanGroupProducts,
  setPlanOffer,
} from "./plans/write-plan-groups.ts";
import { readShop } from "./read-shop.ts";
import { createReaders, type Readers } from "./readers-of-store.ts";
import { createPlatformFetch, createResultFetch, routeSdkThrough } from "./route-to-devstore.ts";
import { isShopDomain } from "./shop-domain.ts";

export interface ConnectShopifyConfig extends ShopifyCredentials {
  pool: pg.Pool;
  encryption: TokenEncryption;
  limits?: Partial<CallLimits>;
  minimumLevel?: AdminClientConfig["minimumLevel"];
}

/**
 * The platform for any store that has installed the app, as the domain knows it. Nothing is asked of
 * the platform before a method is called.
 */
export function connectShopify(config: ConnectShopifyConfig): ConnectPlatform {
  const sdk = createShopifySdk(config);
  const platformFetch = createPlatformFetch(config.devstoreUrl);
  const tokens = createOfflineTokens({
    pool: config.pool,
    encryption: config.encryption,
    log: config.log,
    async renew(shopDomain, refreshToken) {
      const { session } = await routeSdkThrough(platformFetch, () =>
        sdk.auth.refreshToken({ shop: shopDomain, refreshToken }),
      );
      return session;
    },
  });
  const fetchResult = createResultFetch(config.devstoreUrl);
  const client = createAdminClient({
    fetch: platformFetch,
    tokens,
    log: config.log,
    limits: config.limits ?? {},
    minimumLevel: config.minimumLevel ?? 0,
  });
  const readers = new Map<string, Readers>();
  const readersOf = (shopDomain: string): Readers => {
    const known = readers.get(shopDomain);
    if (known) return known;
    const made = createReaders(client, shopDomain);
    readers.set(shopDomain, made);
    return made;
  };
  return (shopDomain) => {
    if (!isShopDomain(shopDomain)) {
      throw new PlatformFailure("not_connected", `${shopDomain} is not the address of a store`);
    }
    return {
      ...readersOf(shopDomain),
      getShop: () => readShop(client, shopDomain),
      listCustomers: (cursor) => readCustomersPage(client, shopDomain, cursor),
      listCustomerMetafields: (customerIds, metafield) =>
        listCustomerMetafields(client, shopDomain, customerIds, metafield),
      listMissingCustomers: (customerIds) => listMissingCustomers(client, shopDomain, customerIds),
      nameCustomer: (customerId, names) => nameCustomer(client, shopDomain, customerId, names),
      listTaggedCustomers: (tag, cursor) => listTaggedCustomers(client, shopDomain, tag, cursor),
      listCustomerTags: (customerId) => readCustomerTags(client, shopDomain, customerId),
      addCustomerTag: (customerId, tag) => addCustomerTag(client, shopDomain, customerId, tag),
      removeCustomerTag: (customerId, tag) =>
        removeCustomerTag(client, shopDomain, customerId, tag),
      listContracts: (cursor) => readContractsPage(client, shopDomain, cursor),
      listContractOrders: (contractId, since) =>
        readContractOrders(client, shopDomain, contractId, since),
      listPlanGroups: () => readPlanGroups(client, shopDomain),
      getPlanGroup: (groupId) => readPlanGroup(client, shopDomain, groupId),
      createPlanGroup: (group) => createPlanGroup(client, shopDomain, group),
      changePlanGroup: (groupId, change) => changePlanGroup(client, shopDomain, groupId, change),
      deletePlanGroup: (groupId) => deletePlanGroup(client, shopDomain, groupId),
      listPlanGroupProducts: (groupId) => listPlanGroupProducts(client, shopDomain, groupId),
      addPlanGroupProducts: (groupId, productIds) =>
        addPlanGroupProducts(client, shopDomain, groupId, productIds),
      removePlanGroupProducts: (groupId, productIds) =>
        removePlanGroupProducts(client, shopDomain, groupId, productIds),
      readPlanOffers: (carrier) => readPlanOffers(client, shopDomain, carrier),
      setPlanOffer: (groupId, carrier, offered) =>
        setPlanOffer(client, shopDomain, groupId, carrier, offered),
      searchCollections: (words) => searchCollections(client, shopDomain, words),
      listCollectionProducts: (collectionId, most) =>
        listCollectionProducts(client, shopDomain, collectionId, most),
      searchProducts: (words, cursor) => searchProducts(client, shopDomain, words, cursor),
      listPlanNames: () => readPlanNames(client, shopDomain),
      getContractTerms: (contractId) => readContractTerms(client, shopDomain, contractId),
      listProductVariants: (productIds, currency) =>
        readProductVariants(client, shopDomain, productIds, currency),
      draftTerms: (contractId, change) => draftTerms(client, shopDomain, contractId, change),
      listVariants: (variantIds) => listVariants(client, shopDomain, variantIds),
      listPaymentMethods: (customerIds) => listPaymentMethods(client, shopDomain, customerIds),
      createContract: (contract) => createContract(client, shopDomain, contract),
      findContractByKey: (customerId, key) =>
        findContractByKey(client, shopDomain, customerId, key),
      cancelContract: (contractId, actor) => cancelContract(client, shopDomain, contractId, actor),
      pauseContract: (contractId, actor) => pauseContract(client, shopDomain, contractId, actor),
      resumeContract: (contractId, nextBillingAt, actor) =>
        resumeContract(client, shopDomain, contractId, nextBillingAt, actor),
      draftContractChange: (contractId, change) =>
        draftContractChange(client, shopDomain, contractId, change),
      commitContractChange: (draftId, contractId) =>
        commitContractChange(client, shopDomain, draftId, contractId),
      removeContractDiscount: (contractId, discountGid) =>
        removeContractDiscount(client, shopDomain, contractId, discountGid),
      removeContractLine: (contractId, lineGid) =>
        removeContractLine(client, shopDomain, contractId, lineGid),
      setNextBillingDate: (contractId, date) =>
        setNextBillingDate(client, shopDomain, contractId, date),
      moveNextBillingDate: (contractId, date) =>
        moveNextBillingDate(client, shopDomain, contractId, date),
      listBillingCycles: (contractId, span) =>
        listBillingCycles(client, shopDomain, contractId, span),
      getBillingCycle: (contractId, cycleIndex) =>
        getBillingCycle(client, shopDomain, contractId, cycleIndex),
      moveBillingCycle: (contractId, cycleIndex, date) =>
        moveBillingCycle(client, shopDomain, contractId, cycleIndex, date),
      skipBillingCycle: (contractId, cycleIndex) =>
        skipBillingCycle(client, shopDomain, contractId, cycleIndex),
      restoreBillingCycle: (contractId, cycleIndex) =>
        skipBillingCycle(client, shopDomain, contractId, cycleIndex, false),
      createBillingAttempt: (contractId, charge) =>
        createBillingAttempt(client, shopDomain, contractId, charge),
      findBillingAttempt: (contractId, idempotencyKey) =>
        findBillingAttempt(client, shopDomain, contractId, idempotencyKey),
      publishCustomerData: (customerId, key, value) =>
        publishCustomerData(client, shopDomain, customerId, key, value),
      createRewardCode: (code) => createRewardCode(client, shopDomain, code),
      createCreditCode: (code) => createCreditCode(client, shopDomain, code),
      setCreditCodeAmount: (gid, code) => setCreditCodeAmount(client, shopDomain, gid, code),
      countCodeUses: (code) => countCodeUses(client, shopDomain, code),
      closeDiscountCode: (code) => closeDiscountCode(client, shopDomain, code),
      listOrdersWithCode: (code) => listOrdersWithCode(client, shopDomain, code),
      getOrder: (orderId) => readOrder(client, shopDomain, orderId),
      listOrderPages: (orderIds) => readOrderPages(client, shopDomain, orderIds),
      listDisputes: (since) => listDisputes(client, shopDomain, since),
      startOrderExport: () => startExport(client, shopDomain, ExportOrdersDocument),
      startChargeExport: () => startExport(client, shopDomain, ExportChargesDocument),
      getExport: (operationGid) => readExportState(client, shopDomain, operationGid),
      readChargeExport: (url, skip) => readChargeExport({ url, skip, fetchFile: fetchResult }),
      readOrderExport: (url, skip) =>
        readOrderExport(client, shopDomain, { url, skip, fetchFile: fetchResult }),
      listChanges: (kind, since, cursor) => listChanges(client, shopDomain, kind, since, cursor),
      publishCustomersData: (items) => publishCustomersData(client, shopDomain, items),
      publishShopData: (namespace, key, value) =>
        publishShopData(client, shopDomain, namespace, key, value),
      inspectAccess: () => inspectAccess(client, shopDomain),
      callAppProxy: (path) => callAppProxy(platformFetch, shopDomain, path),
    };
  };
}
