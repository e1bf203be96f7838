import type { PointsCustomerDetails } from "#app/domain/loyalty/points/get-points-customer.ts";
import type { PointsEntry } from "#app/domain/loyalty/points/list-points-history.ts";
import type { Birthday } from "#app/domain/loyalty/triggers/birthdays/set-birthday.ts";
import type { Shop } from "#app/domain/shops/shop.ts";
import { formatDate } from "#app/lib/zoned-time.ts";
import type { Formats } from "#app/ui/format.ts";
import { describeActor } from "../../show-activity.ts";
import { creditTypeName, customerTitle } from "../../store-credit/credit-words.ts";
import { pointsNumber } from "../loyalty-words.ts";
import { ruleFormOf } from "../rules/rule-types/rule-type-forms.ts";
import type { BirthdayView } from "./birthday-card.tsx";

type Store = Pick<Shop, "ianaTimezone">;

/** What a customer holds, in the words of their page. */
export function showPointsCustomer(
  customer: PointsCustomerDetails,
  { ianaTimezone }: Store,
  formats: Formats,
) {
  const { account, progress } = customer;
  const number = (points: number) => pointsNumber(points, formats);
  const { nextExpiry: next } = account;
  return {
    title: customerTitle(customer),
    contact: [customer.email, `Customer ${customer.platformCustomerId}`]
      .filter((part) => part !== null)
      .join(" · "),
    isErased: customer.isErased,
    couponsUrl:
      customer.email && `/app/loyalty/coupons?${new URLSearchParams({ search: customer.email })}`,
    availablePoints: account.availableMinor,
    available: number(account.availableMinor),
    pending: number(account.pendingMinor),
    owed: number(account.owedMinor),
    given: number(account.issuedMinor),
    used: number(account.usedMinor),
    nextExpiry: next
      ? `${formats.count(next.amountMinor, "point")} expire on ${formats.day(formatDate(next.expiresAt, ianaTimezone))}`
      : "Nothing expires",
    progress: progress.map(({ ruleId, name, type, current, required }) => ({
      ...{ id: String(ruleId), name, type: ruleFormOf(type).name },
      progress: `${number(current)} of ${number(required)}`,
    })),
  };
}

export function showBirthday(birthday: Birthday | null, formats: Formats): BirthdayView {
  if (!birthday) return { month: "", day: "", note: null };
  const { month, day, countsFrom } = birthday;
  const note = `Rewarded once a calendar year, from ${formats.day(countsFrom)} on.`;
  return { month: String(month), day: String(day), note };
}

export type PointsCustomerView = ReturnType<typeof showPointsCustomer>;

export function showPointsEntry(entry: PointsEntry, { ianaTimezone }: Store, formats: Formats) {
  const { points, totalAfter, message, reason } = entry;
  return {
    id: String(entry.id),
    type: creditTypeName(entry.typeCode),
    isPending: entry.isPending,
    isGift: points > 0,
    message,
    reason: reason === message ? null : reason,
    points: `${points > 0 ? "+" : "−"}${pointsNumber(Math.abs(points), formats)}`,
    totalAfter: totalAfter === null ? "–" : pointsNumber(totalAfter, formats).replace("-", "−"),
    by: describeActor(entry.actor),
    at: formats.instant(entry.at, ianaTimezone),
  };
}

export type PointsEntryView = ReturnType<typeof showPointsEntry>;
