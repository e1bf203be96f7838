import type { DeclineClassName } from "#app/domain/billing/dunning/decline-classes.ts";
import type { ReasonAlias } from "#app/domain/subscriptions/cancellation-reasons.ts";
import type { Interval } from "#app/lib/zoned-time.ts";
import type { Country } from "./catalogue.ts";
import type { SeedOffer, SeedPlan } from "./plan-catalogue.ts";
import type { KeptClock } from "./store-calendar.ts";

// What happened to one customer, before any of it has an id. Instants are milliseconds, amounts minor units. Every
// `id` is 0 until the rows are numbered.

export interface Person {
  id: number;
  platformId: number;
  email: string | null;
  firstName: string | null;
  lastName: string | null;
  country: Country;
  province: string | null;
  createdAt: number;
  /** Null unless their data was erased. */
  redactedAt: number | null;
}

export interface OrderLine {
  title: string;
  quantity: number;
  productId: number;
  variantId: number;
  totalMinor: number;
  /** Null for plain goods. */
  plan: SeedPlan | null;
}

export interface RefundStory {
  at: number;
  /** Of the total. */
  share: number;
  amountMinor: number;
}

export interface DisputeStory {
  kind: "chargeback" | "inquiry";
  status: string;
  reason: string;
  openedAt: number;
  endedAt: number | null;
}

export interface OrderStory {
  id: number;
  /** Its place among the store's orders by the platform's date: its name and number. */
  place: number;
  person: Person;
  /** False for a guest's. */
  isCustomers: boolean;
  subscription: SubscriptionStory | null;
  isFirst: boolean;
  /** When it was placed, when the platform made it, and when our row was written. */
  at: number;
  createdAt: number;
  storedAt: number;
  lines: OrderLine[];
  goodsMinor: number;
  codes: { code: string; amountMinor: number }[];
  deliveryMinor: number;
  isTest: boolean;
  isPending: boolean;
  isVoided: boolean;
  cancelledAt: number | null;
  fulfilledAt: number | null;
  refunds: RefundStory[];
  dispute: DisputeStory | null;
  channel: string | null;
  brand: string | null;
  gateway: string;
  /** The share of its goods that its customer would like to pay with credit. */
  wantsCredit: number;
  hold: HoldStory | null;
}

export interface AttemptStory {
  id: number;
  cycle: CycleStory;
  number: number;
  at: number;
  /** Null while the platform works on it. */
  completedAt: number | null;
  amountMinor: number;
  errorCode: string | null;
  errorMessage: string | null;
  missingItems: string[];
  paymentMethod: string;
  order: OrderStory | null;
}

export interface CycleStory {
  index: number;
  dueAt: number;
  nextDueAt: number;
  kept: KeptClock;
  state: "open" | "past_due" | "paid" | "skipped" | "given_up";
  step: string | null;
  stepAt: number | null;
  declineClass: DeclineClassName | null;
  reason: string | null;
  pastDueSince: number | null;
  closedAt: number | null;
}

export interface FlowStory {
  id: number;
  startedAt: number;
  reason: ReasonAlias | null;
  note: string | null;
  offer: SeedOffer | null;
  outcome: "open" | "saved" | "cancelled";
  finishedAt: number | null;
}

export interface AppliedOfferStory {
  id: number;
  offer: SeedOffer;
  reason: ReasonAlias;
  state: "active" | "cancelled" | "refused";
  requestedAt: number;
  cancelledAt: number | null;
  priceMinor: number;
  priceWithOfferMinor: number;
  previousInterval: Interval | null;
  nextBillingAt: number;
  usageCount: number;
  grant: GrantStory | null;
  balanceMinor: number;
  takenBackMinor: number;
}

export interface ActivityStory {
  at: number;
  kind: string;
  /** Some name a row whose id is not known yet. */
  message: string | (() => string);
  details: () => Record<string, string | number | null>;
  actor: "customer" | "merchant" | "system";
  subscription: SubscriptionStory | null;
  id: number;
}

export interface SubscriptionStory {
  id: number;
  contractId: number;
  plan: SeedPlan;
  interval: Interval;
  priceMinor: number;
  quantity: number;
  startedAt: number;
  /** At the app it was imported from. */
  originalStartAt: number | null;
  status: "active" | "paused" | "cancelled";
  platformStatus: "active" | "paused" | "cancelled" | "expired" | "failed";
  nextBillingAt: number | null;
  paidUntil: number | null;
  endsAt: number | null;
  pausedAt: number | null;
  pausedUntil: number | null;
  cancelReason: ReasonAlias | null;
  cancelledAt: number | null;
  lastCharge: { amountMinor: number; at: number } | null;
  isCharging: boolean;
  paymentMethod: string;
  paymentMethodChangedAt: number | null;
  card: { brand: string; digits: string; expiresAt: number };
  trialEndsAt: number | null;
  trialState: "running" | "over" | null;
  discountCyclesLeft: number;
  updatedAt: number;
  cycles: CycleStory[];
  attempts: AttemptStory[];
  flows: FlowStory[];
  offers: AppliedOfferStory[];
  orders: OrderStory[];
  activities: ActivityStory[];
}

export type CreditUnit = "money" | "points";

export interface EntryStory {
  id: number;
  unit: CreditUnit;
  at: number;
  typeCode: number;
  amountMinor: number;
  totalAfterMinor: number;
  message: string | (() => string);
  reason: string | null;
  expiresAt: number | null;
  /** 0 posted, 2 of a hold that was used, 3 of one that was not. */
  status: 0 | 2 | 3;
  settledAt: number | null;
  order: OrderStory | null;
  usedIn: string | null;
  sourceKey: (() => string) | null;
  actor: "customer" | "merchant" | "system";
  drawn: { grant: GrantStory; amountMinor: number }[];
}

export interface GrantStory {
  id: number;
  entry: EntryStory;
  amountMinor: number;
  remainingMinor: number;
  expiresAt: number | null;
  plan: SeedPlan | null;
}

export interface HoldStory {
  id: number;
  entry: EntryStory;
  code: string;
  state: "captured" | "released";
  settledAt: number;
  capturedMinor: number;
  returnedMinor: number;
  captured: EntryStory | null;
  order: OrderStory | null;
}

export interface AccountStory {
  unit: CreditUnit;
  availableMinor: number;
  issuedMinor: number;
  usedMinor: number;
  entryCount: number;
  updatedAt: number;
}

export interface CustomerStory {
  /** Guests have no row. */
  person: Person;
  isCustomer: boolean;
  subscriptions: SubscriptionStory[];
  orders: OrderStory[];
  accounts: AccountStory[];
  entries: EntryStory[];
  grants: GrantStory[];
  holds: HoldStory[];
  activities: ActivityStory[];
}
