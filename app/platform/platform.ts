import type {
  AttemptedCycle,
  BillingCalendar,
  NewCharge,
  PastCharge,
  PlatformBillingAttempt,
  TakenDate,
} from "./platform-billing.ts";
import type {
  ContractActor,
  ContractChange,
  ContractDraft,
  PlatformContract,
  PlatformContractOrder,
  PlatformPaymentMethod,
} from "./platform-contract.ts";
import type {
  PlatformDisputeState,
  PlatformExport,
  PlatformOrder,
  PlatformOrderFacts,
} from "./platform-order.ts";
import type {
  NewPlanGroup,
  PlanCarrier,
  PlanGroupChange,
  PlanOffers,
  PlatformCollection,
  PlatformPlanGroup,
  PlatformPlanNames,
  PlatformProduct,
  PlatformVariant,
} from "./platform-plan-group.ts";
import type { ContractTerms, NewContract, ProductVariant, TermsChange } from "./platform-terms.ts";
import type { Unreadable } from "./platform-unreadable.ts";

/**
 * What the domain may ask of the storefront platform, in the product's own words.
 *
 * These are types only. The implementation for the real platform lives beside this file in
 * `shopify/`; the domain sees nothing of it. Money is integer minor units of `currency`, ids are the
 * platform's numeric ids, instants are `Date`s.
 *
 * Every method may throw a {@link PlatformFailure} (see `platform-failure.ts`).
 */
export interface Platform {
  /** The store's own facts: name, zone, currency, contact address, whether it is for development. */
  getShop(): Promise<PlatformShop>;
  /** Pages of customers, oldest change first. `cursor` is null on the first page. */
  listCustomers(cursor: string | null): Promise<PlatformPage<PlatformCustomer>>;
  /** Null when the platform knows no such customer. */
  getCustomer(customerId: number): Promise<PlatformCustomer | null>;
  /** Pages of the customers who have a tag, as it is written. `cursor` is null on the first page. */
  listTaggedCustomers(tag: string, cursor: string | null): Promise<PlatformPage<PlatformCustomer>>;
  /** Which of up to 100 customers the platform does not know, or not any more. */
  listMissingCustomers(customerIds: readonly number[]): Promise<number[]>;
  /** A metafield of up to 100 customers, as its text; one who has none is left out. */
  listCustomerMetafields(
    customerIds: readonly number[],
    metafield: { namespace: string; key: string },
  ): Promise<Map<number, string>>;
  /** Changes a customer's names; one that is left out stays. Safe to repeat. */
  nameCustomer(
    customerId: number,
    names: { firstName?: string | null | undefined; lastName?: string | null | undefined },
  ): Promise<PlatformCustomer>;
  /** What a customer is tagged with, by anybody. Null when the platform knows no such customer. */
  listCustomerTags(customerId: number): Promise<string[] | null>;
  /** A tag that the customer has is no error. Safe to repeat. */
  addCustomerTag(customerId: number, tag: string): Promise<void>;
  /** One that the customer does not have is no error. Safe to repeat. */
  removeCustomerTag(customerId: number, tag: string): Promise<void>;
  /** Pages of the contracts this app owns, oldest change first. */
  listContracts(cursor: string | null): Promise<PlatformPage<PlatformContract | Unreadable>>;
  /** Null when the platform knows no such contract of this app. */
  getContract(contractId: number): Promise<PlatformContract | null>;
  /**
   * The orders that a contract's charges have made since the second of an instant, newest first. The order with which it began is
   * none of them, nor is one that the platform does not show this app, which may be for its age.
   */
  listContractOrders(contractId: number, since: Date): Promise<PlatformContractOrder[]>;
  /** All groups of selling plans that this app has created. */
  listPlanGroups(): Promise<PlatformPlanGroup[]>;
  /** One of them; null when it is gone, or another app's. */
  getPlanGroup(groupId: number): Promise<PlatformPlanGroup | null>;
  /**
   * Creates a group with its plans and products: all of it, or nothing when any part is refused. NOT safe to
   * repeat: after a lost answer, look for the group's `key` among {@link Platform.listPlanGroups}.
   */
  createPlanGroup(group: NewPlanGroup): Promise<PlatformPlanGroup>;
  /**
   * Changes a group and its plans: all of it, or nothing when any part is refused. A repeat that creates plans is
   * refused, because their names are taken: read the group again before it.
   */
  changePlanGroup(groupId: number, change: PlanGroupChange): Promise<PlatformPlanGroup>;
  /** Contracts that were bought with its plans go on as they are. Safe to repeat. */
  deletePlanGroup(groupId: number): Promise<void>;
  /** All products that a group is sold with. Null when the group is gone. */
  listPlanGroupProducts(groupId: number): Promise<PlatformProduct[] | null>;
  /** Offers the group's plans with these products too: with all of them, or none. Safe to repeat. */
  addPlanGroupProducts(groupId: number, productIds: number[]): Promise<void>;
  /** The opposite. A product that has none of the plans is no error. Safe to repeat. */
  removePlanGroupProducts(groupId: number, productIds: number[]): Promise<void>;
  /** All of the app's groups, each with whether it is offered with this. Null when the product or variant is gone. */
  readPlanOffers(carrier: PlanCarrier): Promise<PlanOffers | null>;
  /** Offers the group's plans with one more product or variant, or no longer with it. Safe to repeat. */
  setPlanOffer(groupId: number, carrier: PlanCarrier, offered: boolean): Promise<void>;
  /** The store's products whose title or other words match, by title; all of them without words. */
  searchProducts(words: string, cursor: string | null): Promise<PlatformPage<PlatformProduct>>;
  /** The first of the store's collections whose title or other words match, by title; of all of them without words. */
  searchCollections(words: string): Promise<PlatformCollection[]>;
  /** The numbers of a collection's first products, so many at most; null when there is no such collection. */
  listCollectionProducts(collectionId: number, most: number): Promise<number[] | null>;
  /** The names of those groups' plans in the languages that the storefront's words are in. */
  listPlanNames(): Promise<PlatformPlanNames[]>;

  /** A contract with what its owner may change of it; null when the platform knows no such contract. */
  getContractTerms(contractId: number): Promise<ContractTerms | null>;
  /** The first variants of products, 50 at most of each; of a product that is gone, none. Prices are the store's. */
  listProductVariants(
    productIds: readonly number[],
    currency: string,
  ): Promise<ReadonlyMap<number, ProductVariant[]>>;
  /** Those of the variants that there are. */
  listVariants(variantIds: readonly number[]): Promise<ReadonlyMap<number, PlatformVariant>>;
  /** Of those customers that there are, the revoked ones too. */
  listPaymentMethods(
    customerIds: readonly number[],
  ): Promise<ReadonlyMap<number, PlatformPaymentMethod[]>>;
  /**
   * Makes a contract, paused or active from its beginning: all of it, or nothing when it is refused. NOT safe to repeat:
   * after a lost answer, look for its key with {@link Platform.findContractByKey}, once the call can no longer arrive.
   */
  createContract(contract: NewContract): Promise<PlatformContract>;
  /** The number of a customer's contract that has the key; null when none has it. */
  findContractByKey(customerId: number, key: string): Promise<number | null>;

  /**
   * Ends a contract permanently. Safe to repeat: a contract that is already cancelled is returned unchanged.
   */
  cancelContract(contractId: number, actor: ContractActor): Promise<PlatformContract>;

  /** Stops a contract from charging until it is resumed. Safe to repeat: a paused one stays as it is. */
  pauseContract(contractId: number, actor: ContractActor): Promise<PlatformContract>;
  /**
   * Moves the next charge of a paused contract, and lets it charge again. Safe to repeat.
   *
   * @param nextBillingAt must be in the future; null leaves the present date.
   */
  resumeContract(
    contractId: number,
    nextBillingAt: TakenDate | null,
    actor: ContractActor,
  ): Promise<PlatformContract>;

  /**
   * Opens a draft on the contract and writes `change` into it. Nothing takes effect until
   * {@link Platform.commitContractChange}. Safe to abandon.
   */
  draftContractChange(contractId: number, change: ContractChange): Promise<ContractDraft>;
  /**
   * Opens a draft of one state of a contract and writes its owner's changes into it. Safe to repeat, and to abandon.
   *
   * @returns the draft's gid, for {@link Platform.commitContractChange}.
   * @throws PlatformFailure refused with `STALE_CONTRACT` where the contract is in another state.
   */
  draftTerms(contractId: number, change: TermsChange): Promise<string>;
  /**
   * Commits a draft. Safe to repeat after a lost answer: a draft that had already been
   * committed is answered with the contract as it is now.
   */
  commitContractChange(draftId: string, contractId: number): Promise<PlatformContract>;
  /** Moves the date of a contract's next charge, which must be in the future. Safe to repeat. */
  setNextBillingDate(contractId: number, date: TakenDate): Promise<PlatformContract>;
  /** The same, at a third of the cost, for whoever reads the contract afterwards, together with others. */
  moveNextBillingDate(contractId: number, date: TakenDate): Promise<void>;

  /** The billing cycles that are expected to be charged in a span of time, both ends included, in their order. */
  listBillingCycles(contractId: number, span: { from: Date; to: Date }): Promise<BillingCalendar>;
  /** One cycle as it is now, with its latest ten attempts; null when there is no such contract or cycle. */
  getBillingCycle(contractId: number, cycleIndex: number): Promise<AttemptedCycle | null>;
  /**
   * Gives a cycle another date within its own bounds. Refused with `OUT_OF_BOUNDS` beyond them. Safe to repeat.
   */
  moveBillingCycle(contractId: number, cycleIndex: number, date: Date): Promise<void>;
  /** Leaves a cycle out. Safe to repeat. */
  skipBillingCycle(contractId: number, cycleIndex: number): Promise<void>;
  /** Takes a cycle in again that was left out. Safe to repeat. */
  restoreBillingCycle(contractId: number, cycleIndex: number): Promise<void>;
  /**
   * Charges one cycle. Safe to repeat with the same key: the platform answers the attempt that the key has made.
   *
   * @throws PlatformFailure refused, with the platform's code, when nothing will be charged.
   */
  createBillingAttempt(contractId: number, charge: NewCharge): Promise<PlatformBillingAttempt>;
  /** Null when the platform knows no such attempt. */
  getBillingAttempt(attemptId: number): Promise<PlatformBillingAttempt | null>;
  /** Among the latest attempts of a contract; null when none of them has the key. */
  findBillingAttempt(
    contractId: number,
    idempotencyKey: string,
  ): Promise<PlatformBillingAttempt | null>;

  /** Takes a discount off the contract. One that is no longer there is no error. */
  removeContractDiscount(contractId: number, discountGid: string): Promise<PlatformContract>;
  /** Takes a line off the contract. One that is no longer there is no error. */
  removeContractLine(contractId: number, lineGid: string): Promise<PlatformContract>;

  /**
   * Makes a discount code that one customer can use once, for exactly one amount off an order. Safe to
   * repeat: a code with this text that exists already is answered.
   *
   * @returns the platform's gid of the discount.
   */
  createCreditCode(code: CreditCode): Promise<string>;
  /**
   * Makes a code that one customer can use once for a reward. Safe to repeat: a code with this text that exists already is
   * answered.
   *
   * @returns the platform's gid of the discount.
   * @throws PlatformFailure refused, also where a product is not there any more.
   */
  createRewardCode(code: RewardCode): Promise<string>;
  /** Changes what a code is worth. One that was used up or has ended stays so. */
  setCreditCodeAmount(gid: string, code: Omit<CreditCode, "customerId">): Promise<void>;
  /** How often a code was used, as far as the platform has counted; 0 when there is no such code. */
  countCodeUses(code: string): Promise<number>;
  /** Sees to it that no checkout takes the code from now on. Safe to repeat. Null when there is no such code. */
  closeDiscountCode(code: string): Promise<ClosedCode | null>;
  /** Ids of the orders which used a code. One that was placed a moment ago may still be missing. */
  listOrdersWithCode(code: string): Promise<number[]>;
  /** Null when the platform knows no such order, or does not show this app one of that age. */
  getOrder(orderId: number): Promise<PlatformOrder | null>;
  /**
   * Addresses of the pages on which the platform shows a customer their orders, by the orders' numbers; none for one that it does
   * not show this app.
   */
  listOrderPages(orderIds: readonly number[]): Promise<ReadonlyMap<number, string>>;
  /**
   * The disputes about orders that were opened since an instant, with the state of each. Null where the store has not
   * granted them.
   */
  listDisputes(since: Date): Promise<PlatformDisputeState[] | null>;
  /** The same order with everything that is kept of one. */
  getOrderFacts(orderId: number): Promise<PlatformOrderFacts | null>;
  /**
   * Has the platform collect every order that the app may see. It tells by webhook when it is done. NOT safe to
   * repeat: each call is another run, and only a few may run at a time.
   *
   * @returns the platform's gid of the run.
   */
  startOrderExport(): Promise<string>;
  /** How far a run is. One that has failed, has expired or is unknown can only be started again. */
  getExport(operationGid: string): Promise<PlatformExport>;
  /** The orders of a completed run, always in the same order; those before `skip` are passed over. */
  readOrderExport(url: string, skip: number): AsyncIterable<PlatformOrderFacts | Unreadable>;
  /** The same for the billing attempts of all contracts that the app owns. */
  startChargeExport(): Promise<string>;
  /** The billing attempts of a completed run, the oldest first. */
  readChargeExport(url: string, skip: number): AsyncIterable<PastCharge | Unreadable>;
  /**
   * Pages of what was changed since an instant, oldest change first; everything when it is null. Of orders, those
   * that the app may see.
   */
  listChanges(
    kind: ChangedKind,
    since: Date | null,
    cursor: string | null,
  ): Promise<PlatformPage<PlatformChange>>;

  /** Writes what the storefront renders from. A null value removes the metafield. */
  publishCustomerData(customerId: number, key: string, value: unknown): Promise<void>;
  /** The same for up to 25 customers at once. Of those with a value none is written when one is refused. */
  publishCustomersData(items: { customerId: number; key: string; value: unknown }[]): Promise<void>;
  /** The same for data that belongs to the installation rather than to one customer. */
  publishShopData(namespace: string, key: string, value: unknown): Promise<void>;

  /** What the store and the platform let this app do, as it is now. */
  inspectAccess(): Promise<PlatformAccess>;
  /** What the store answers at an address of its app proxy; null when nothing answers. */
  callAppProxy(path: string): Promise<ProxyAnswer | null>;
}

export interface PlatformAccess {
  /** That the store has granted. One to write includes the one to read, which may not be named. */
  scopes: string[];
  /** The platform's clock when it answered, to the second, and this machine's; null when it did not say. */
  clocks: { platform: Date; here: Date } | null;
  customers:
    | { kind: "readable" }
    /** The store has no customer yet, so fields cannot be seen to be hidden. */
    | { kind: "none_yet" }
    | { kind: "hidden"; fields: string[] }
    | { kind: "denied"; reason: string };
}

export interface ProxyAnswer {
  status: number;
  /** The beginning of the body. */
  text: string;
}

export interface PlatformPage<T> {
  items: T[];
  /** Null on the last page. */
  nextCursor: string | null;
}

export interface PlatformShop {
  /** The platform's numeric id of the store. */
  shopId: number;
  domain: string;
  name: string;
  contactEmail: string;
  /** Where customers find their account. */
  accountUrl: string;
  ianaTimezone: string;
  currency: string;
  /** Prices are without tax, which comes on top. */
  taxesOnTop: boolean;
  isDevelopment: boolean;
}

export interface PlatformCustomer {
  customerId: number;
  /** True where the platform hid fields that the app is not approved for: their null says nothing. */
  isPartial: boolean;
  email: string | null;
  firstName: string | null;
  lastName: string | null;
  locale: string | null;
  createdAt: Date;
  updatedAt: Date;
}

/** A discount code that spends a customer's store credit. */
export interface CreditCode {
  code: string;
  /** What the merchant reads in the list of discounts. */
  title: string;
  customerId: number;
  amountMinor: number;
  currency: string;
}

/** What a reward's code gives. Products by the platform's numbers, amounts in minor units. */
export type RewardEffect =
  | {
      kind: "percentage";
      percentage: number;
      productIds: readonly number[] | null;
      minimumMinor: number | null;
    }
  | {
      kind: "amount";
      amountMinor: number;
      productIds: readonly number[] | null;
      minimumMinor: number | null;
    }
  /** The price of one piece of it. */
  | { kind: "free_product"; productId: number }
  | { kind: "free_shipping" }
  | {
      kind: "buy_x_get_y";
      buyQuantity: number;
      buyProductIds: readonly number[];
      getQuantity: number;
      getProductIds: readonly number[];
    };

/** A discount code that a loyalty reward gives a customer. */
export interface RewardCode {
  code: string;
  /** What the merchant reads in the list of discounts. */
  title: string;
  customerId: number;
  currency: string;
  /** When it ends; null never. */
  expiresAt: Date | null;
  /** Whether it may be used together with other discounts. */
  combines: boolean;
  effect: RewardEffect;
}

export interface ClosedCode {
  gid: string;
  /** How often it was used, as far as the platform has counted. */
  usageCount: number;
}

export type ChangedKind = "orders" | "contracts" | "customers";

export interface PlatformChange {
  /** The platform's number of it. */
  id: number;
  updatedAt: Date;
}

/** Opens the platform for one store, or throws a PlatformFailure when the store is not connected. */
export type ConnectPlatform = (shopDomain: string) => Platform;

/** What the platform says of a member of a store's staff. */
export interface StaffProfile {
  /** As people are called, for example "Mia Example". */
  name: string;
  /** The language that the person chose for the admin, as the platform writes it. */
  locale: string;
}
