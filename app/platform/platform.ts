import type { ChargeErrorCode } from "./platform-charge-error.ts";

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
  /** Changes a customer's names; one that is left out stays. Safe to repeat. */
  nameCustomer(
    customerId: number,
    names: { firstName?: string | null | undefined; lastName?: string | null | undefined },
  ): Promise<PlatformCustomer>;
  /** Pages of the contracts this app owns, oldest change first. */
  listContracts(cursor: string | null): Promise<PlatformPage<PlatformContract>>;
  /** Null when the platform knows no such contract of this app. */
  getContract(contractId: number): Promise<PlatformContract | null>;
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
  /** The store's products whose title or other words match, by title; all of them without words. */
  searchProducts(words: string, cursor: string | null): Promise<PlatformPage<PlatformProduct>>;
  /** The names of those groups' plans in the languages that the storefront's words are in. */
  listPlanNames(): Promise<PlatformPlanNames[]>;

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
    nextBillingAt: Date | null,
    actor: ContractActor,
  ): Promise<PlatformContract>;

  /**
   * Opens a draft on the contract and writes `change` into it. Nothing takes effect until
   * {@link Platform.commitContractChange}. Safe to abandon.
   */
  draftContractChange(contractId: number, change: ContractChange): Promise<ContractDraft>;
  /**
   * Commits a draft. Safe to repeat after a lost answer: a draft that had already been
   * committed is answered with the contract as it is now.
   */
  commitContractChange(draftId: string, contractId: number): Promise<PlatformContract>;
  /** Moves the date of a contract's next charge, which must be in the future. Safe to repeat. */
  setNextBillingDate(contractId: number, date: Date): Promise<PlatformContract>;

  /** The billing cycles that are expected to be charged in a span of time, both ends included, in their order. */
  listBillingCycles(contractId: number, span: { from: Date; to: Date }): Promise<BillingCalendar>;
  /**
   * Gives a cycle another date within its own bounds. Refused with `OUT_OF_BOUNDS` beyond them. Safe to repeat.
   */
  moveBillingCycle(contractId: number, cycleIndex: number, date: Date): Promise<void>;
  /** Leaves a cycle out. Safe to repeat. */
  skipBillingCycle(contractId: number, cycleIndex: number): Promise<void>;
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

  /**
   * Makes a discount code that one customer can use once, for exactly one amount off an order. Safe to
   * repeat: a code with this text that exists already is answered.
   *
   * @returns the platform's gid of the discount.
   */
  createCreditCode(code: CreditCode): Promise<string>;
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
  getOrderExport(operationGid: string): Promise<OrderExport>;
  /** The orders of a completed run, always in the same order; those before `skip` are passed over. */
  readOrderExport(url: string, skip: number): AsyncIterable<PlatformOrderFacts>;
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
  /** The same for up to 25 customers at once: for all of them, or for none when one is refused. */
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

export type ContractActor = "customer" | "merchant" | "partner";

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
  ianaTimezone: string;
  currency: string;
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

export type PlatformContractStatus = "active" | "paused" | "cancelled" | "expired" | "failed";
export type IntervalUnit = "day" | "week" | "month" | "year";

export interface PlatformContract {
  contractId: number;
  customerId: number | null;
  status: PlatformContractStatus;
  currency: string;
  /** Grows with every change of the contract. */
  revisionId: string;
  nextBillingAt: Date | null;
  interval: { unit: IntervalUnit; count: number };
  deliveryInterval: { unit: IntervalUnit; count: number };
  /** Sum of the lines' prices for one cycle, before contract discounts. */
  priceMinor: number;
  /** Of one cycle, before discounts. */
  deliveryMinor: number;
  lines: PlatformContractLine[];
  discounts: PlatformContractDiscount[];
  /** The latest order of the contract: what was charged, and when. */
  lastCharge: { amountMinor: number; currency: string; at: Date } | null;
  /** True while the latest billing attempt has neither succeeded nor failed. */
  chargeRunning: boolean;
  /** The platform's name of what is charged; null when nothing can be. */
  paymentMethod: string | null;
  originOrderId: number | null;
  createdAt: Date;
  updatedAt: Date;
}

export interface PlatformBillingCycle {
  /** Counts from 1, and never starts again. */
  index: number;
  startAt: Date;
  endAt: Date;
  /** When it is to be charged. */
  expectedAt: Date;
  isSkipped: boolean;
  isBilled: boolean;
}

/** A calendar day on which charges fall. */
export type BillingAnchor =
  /** 1 is Monday, 7 is Sunday. */
  | { type: "weekday"; day: number }
  | { type: "monthday"; day: number }
  | { type: "yearday"; month: number; day: number };

export interface BillingCalendar {
  /** Empty when charges are counted from the first one. */
  anchors: BillingAnchor[];
  cycles: PlatformBillingCycle[];
}

export interface NewCharge {
  idempotencyKey: string;
  cycleIndex: number;
  allowsOverselling: boolean;
}

export interface PlatformBillingAttempt {
  attemptId: number;
  idempotencyKey: string;
  outcome: ChargeOutcome;
}

export type ChargeOutcome =
  | { kind: "pending" }
  /** The customer has to confirm the payment at `url`. */
  | { kind: "action_required"; url: string }
  /** `at` is when it ended, null when that is not said. `order` is null where the platform does not show it. */
  | { kind: "success"; at: Date | null; order: ChargedOrder | null }
  | { kind: "failed"; at: Date | null; code: ChargeErrorCode; missingItems: string[] };

interface ChargedOrder {
  orderId: number;
  /** As people call it, for example `#1042`. */
  name: string;
  amountMinor: number;
  currency: string;
}

export interface PlatformContractLine {
  lineGid: string;
  title: string;
  /** Null where the product has one variant alone. */
  variantTitle: string | null;
  /** A small picture of the variant or of its product. */
  imageUrl: string | null;
  quantity: number;
  /** Of one piece, before discounts. */
  priceMinor: number;
  /** Of all pieces in the next cycle, after every discount. */
  discountedMinor: number;
  sellingPlanId: number | null;
  sellingPlanName: string | null;
}

export interface PlatformContractDiscount {
  gid: string;
  title: string;
  targetType: "LINE_ITEM" | "SHIPPING_LINE";
  recurringCycleLimit: number | null;
  usageCount: number;
  appliesOnEachItem: boolean;
  value: DiscountValue;
}

/** A percentage is a whole number from 0 to 100, as the platform takes it on a contract. */
export type DiscountValue =
  | { kind: "percentage"; percentage: number }
  | { kind: "fixed_amount"; amountMinor: number; currency: string };

export interface PlatformPlanGroup {
  groupId: number;
  /** What its creation was called by the one who asked for it; null when nothing was said. */
  key: string | null;
  name: string;
  /** What the group's plans sell: read from the marker this app sets when it creates a group. */
  kind: "membership" | "product";
  plans: PlatformPlan[];
}

/** What a plan is called, and how in other languages: only what the merchant has translated. */
export interface PlatformPlanNames {
  name: string;
  translations: ReadonlyMap<string, string>;
}

export interface PlatformPlan {
  planId: number;
  name: string;
  interval: { unit: IntervalUnit; count: number } | null;
  /** Null when the plan's price follows other rules than those that this app writes. */
  pricing: PlanPricing | null;
}

/** What a plan takes off its products' prices. */
export interface PlanPricing {
  /** Null for the products' own prices. */
  discount: PlanDiscount | null;
  /** For so many charges, from the first; then the products' own prices. Null for all charges. */
  cycles: number | null;
}

/** Money is the store's. A percentage is from 0 to 100, with at most two decimals. */
export type PlanDiscount =
  | { kind: "percentage"; percentage: number }
  | { kind: "fixed_amount"; amountMinor: number; currency: string }
  | { kind: "fixed_price"; amountMinor: number; currency: string };

/** A plan as it is to be. Its name tells a group's plans apart. */
export interface PlanTerms {
  name: string;
  interval: { unit: IntervalUnit; count: number };
  pricing: PlanPricing;
}

export interface NewPlanGroup {
  /** Tells this creation apart from every other, so that it can be found again. */
  key: string;
  name: string;
  kind: "membership" | "product";
  /** In the order in which shoppers see them. At most 31. */
  plans: PlanTerms[];
  productIds: number[];
}

export interface PlanGroupChange {
  name: string;
  kind: "membership" | "product";
  /** All plans that the group has afterwards, in order. One without a `planId` is created. */
  plans: (PlanTerms & { planId: number | null })[];
  /** Plans of the group that it no longer has afterwards. */
  deletedPlanIds: number[];
}

export interface PlatformProduct {
  productId: number;
  title: string;
  /** Whether shoppers can see it. */
  isActive: boolean;
  /** Of its cheapest variant, in the store's currency. */
  priceMinor: number;
}

export type ContractChange =
  | {
      kind: "add_discount";
      title: string;
      value: DiscountValue;
      /** Null for all cycles to come. */
      recurringCycleLimit: number | null;
    }
  | {
      kind: "change_interval";
      interval: { unit: IntervalUnit; count: number };
      nextBillingAt: Date | null;
    };

export interface ContractDraft {
  /** The platform's gid of the draft. Keep it: it makes the commit repeatable. */
  draftId: string;
  /** Gid that the discount will have once committed; null unless the change adds one. */
  discountGid: string | null;
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

export interface ClosedCode {
  gid: string;
  /** How often it was used, as far as the platform has counted. */
  usageCount: number;
}

/** An order in the store's own currency. */
export interface PlatformOrder {
  orderId: number;
  /** As people call it, for example `#1042`. */
  name: string;
  currency: string;
  cancelledAt: Date | null;
  /** What it cost after discounts, before refunds. */
  totalMinor: number;
  /** What its goods would cost without any discount. */
  goodsMinor: number;
  /** The codes it used, and what each took off. */
  discountCodes: { code: string; amountMinor: number }[];
  /** Oldest first. */
  refunds: PlatformRefund[];
}

/** What is kept of an order, in the store's own currency. */
export interface PlatformOrderFacts {
  orderId: number;
  /** As people call it, for example `#1042`. */
  name: string;
  /** True where the platform hid fields that the app is not approved for: their null says nothing. */
  isPartial: boolean;
  /** Null for a guest. */
  customerId: number | null;
  email: string | null;
  /** On the order's addresses. */
  customerName: string | null;
  countryCode: string | null;
  province: string | null;
  createdAt: Date;
  /** When it was placed, which an import from another system may date back. */
  processedAt: Date;
  updatedAt: Date;
  cancelledAt: Date | null;
  /** When the last of it was sent; null while something is to be sent. */
  fulfilledAt: Date | null;
  isTest: boolean;
  /** As the platform calls it, in lower case: `paid`, `partially_refunded`, `voided`, … */
  financialStatus: string;
  currency: string;
  /** What it cost when it was placed. */
  totalMinor: number;
  /** Of its goods, after discounts. */
  subtotalMinor: number;
  taxMinor: number;
  discountMinor: number;
  deliveryMinor: number;
  /** The total as the customer saw it. */
  presentment: { currency: string; totalMinor: number };
  gateways: string[];
  /** The sales channel's name. */
  channel: string | null;
  /** What the cart carried beside its goods. */
  attributes: { key: string; value: string | null }[];
  /** Codes it used, and what each took off goods and delivery. */
  discountCodes: { code: string; amountMinor: number }[];
  lines: PlatformOrderLine[];
  transactions: PlatformTransaction[];
  refunds: Pick<PlatformRefund, "refundId" | "createdAt" | "amountMinor">[];
  disputes: PlatformDispute[];
}

interface PlatformOrderLine {
  title: string;
  quantity: number;
  productId: number | null;
  variantId: number | null;
  sellingPlanId: number | null;
  sellingPlanName: string | null;
  /** The contract of this app that the line began or renewed. */
  contractId: number | null;
  /** Whether the order began that contract. */
  beganContract: boolean;
  /** Of all pieces, before discounts. */
  totalMinor: number;
}

interface PlatformTransaction {
  transactionId: number;
  /** In lower case: `sale`, `refund`, `capture`, `void`, … */
  kind: string;
  /** In lower case: `success`, `failure`, `pending`, `error`, … */
  status: string;
  gateway: string | null;
  amountMinor: number;
  processedAt: Date | null;
  errorCode: string | null;
}

interface PlatformDispute {
  disputeId: number;
  /** In lower case: `chargeback` or `inquiry`. */
  kind: string;
  /** In lower case: `needs_response`, `under_review`, `won`, `lost`, … */
  status: string;
  /** Null where the store has not granted disputes. */
  details: {
    reason: string;
    amountMinor: number;
    currency: string;
    initiatedAt: Date;
    finalizedAt: Date | null;
  } | null;
}

export type OrderExport =
  | { state: "running" }
  /** `url` is null when there is no order. It can be fetched for a week. */
  | { state: "completed"; found: number; url: string | null }
  | { state: "failed"; reason: string };

export type ChangedKind = "orders" | "contracts" | "customers";

export interface PlatformChange {
  /** The platform's number of it. */
  id: number;
  updatedAt: Date;
}

interface PlatformRefund {
  refundId: number;
  createdAt: Date;
  /** Money that was paid back. */
  amountMinor: number;
  /** What the goods that were given back with it would cost without any discount. */
  goodsMinor: number;
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
