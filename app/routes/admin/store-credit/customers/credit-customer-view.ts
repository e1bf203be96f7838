import type { Shop } from "#app/domain/shops/shop.ts";
import type { CreditCustomerDetails } from "#app/domain/store-credit/customers/get-credit-customer.ts";
import type { CreditTimelineEntry } from "#app/domain/store-credit/customers/list-credit-history-for-merchant.ts";
import { formatDate } from "#app/lib/zoned-time.ts";
import type { Formats } from "#app/ui/format.ts";
import { describeActor } from "../../show-activity.ts";
import { creditTypeName, customerTitle } from "../credit-words.ts";

type Store = Pick<Shop, "currency" | "ianaTimezone">;

/** What a customer holds, in the words of their page. */
export function showCreditCustomer(customer: CreditCustomerDetails, shop: Store, formats: Formats) {
  const { account } = customer;
  const money = (minor: number) => formats.money(minor, shop.currency);
  const day = (instant: Date) => formats.day(formatDate(instant, shop.ianaTimezone));
  return {
    title: customerTitle(customer),
    contact: [customer.email, `Customer ${customer.platformCustomerId}`]
      .filter((part) => part !== null)
      .join(" · "),
    isErased: customer.isErased,
    paysRenewals: customer.paysRenewals,
    currency: shop.currency,
    availableMinor: account.availableMinor,
    available: money(account.availableMinor),
    held: money(account.heldMinor),
    issued: money(account.issuedMinor),
    used: money(account.usedMinor),
    nextExpiry: account.nextExpiry
      ? `${money(account.nextExpiry.amountMinor)} on ${day(account.nextExpiry.expiresAt)}`
      : "Nothing expires",
    grants: customer.grants.map((grant) => ({
      id: String(grant.id),
      from: grant.message,
      plan: grant.planName,
      left: money(grant.remainingMinor),
      of: money(grant.amountMinor),
      granted: day(grant.grantedAt),
      until: grant.expiresAt ? day(grant.expiresAt) : "Never expires",
    })),
    hasMoreGrants: customer.hasMoreGrants,
  };
}

export type CreditCustomerView = ReturnType<typeof showCreditCustomer>;
export type GrantRow = CreditCustomerView["grants"][number];

export interface CreditEntryView {
  id: string;
  type: string;
  state: CreditTimelineEntry["state"];
  /** More about a hold: whether it is still held, and how it ended. */
  stateNote: string | null;
  writtenOff: string | null;
  message: string;
  /** Given by whoever moved it, where the message does not say it already. */
  reason: string | null;
  amount: string;
  isGift: boolean;
  totalAfter: string;
  by: string;
  at: string;
}

export function showCreditEntry(
  entry: CreditTimelineEntry,
  shop: Store,
  formats: Formats,
): CreditEntryView {
  const { state, settledAt, amountMinor, reason, message, actor } = entry;
  const amount = formats.money(Math.abs(amountMinor), shop.currency);
  const ended = settledAt ? formats.instant(settledAt, shop.ianaTimezone) : "";
  const notes = {
    posted: null,
    on_hold: "Held by a checkout now",
    captured: `Held until ${ended}, then used`,
    released: `Held until ${ended}, then given back`,
  };
  return {
    id: String(entry.id),
    type: state === "posted" ? creditTypeName(entry.typeCode) : "Hold",
    state,
    stateNote: notes[state],
    writtenOff:
      entry.writtenOffMinor > 0
        ? `${formats.money(entry.writtenOffMinor, shop.currency)} more was used than there was; the store bears it`
        : null,
    message,
    reason: reason === message ? null : reason,
    amount: state === "posted" ? `${amountMinor > 0 ? "+" : "−"}${amount}` : amount,
    isGift: amountMinor > 0,
    totalAfter: formats.money(entry.totalAfterMinor, shop.currency),
    by: actor ? describeActor(actor) : "Perennial",
    at: formats.instant(entry.at, shop.ianaTimezone),
  };
}
