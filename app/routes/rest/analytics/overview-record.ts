import { z } from "zod";
import type { Overview } from "#app/domain/analytics/read-overview.ts";
import { formatMinorExactly } from "#app/lib/money.ts";

const count = (description: string, example: number) =>
  z.number().int().meta({ description, example });
const money = (description: string, example: string) => z.string().meta({ description, example });
const rate = (description: string, example: number) =>
  z.number().nullable().meta({ description, example });
const date = (description: string, example: string) => z.string().meta({ description, example });

/** The overview in the core REST API. Money is a decimal text in `currency`. */
export const overviewRecordSchema = z
  .object({
    period: z.string().meta({ description: "As it was asked for.", example: "30d" }),
    from: date("The first day, in the store's zone.", "2026-10-24"),
    to: date("The last day, which is today.", "2026-11-22"),
    currency: z.string().meta({ description: "The store's, of all amounts.", example: "EUR" }),
    plan_id: z.string().nullable().meta({
      description: "The plan that the figures are about; null for all.",
      example: "plan_3",
    }),
    members: z
      .object({
        active: count("Members who are active now.", 412),
        new: count("Whose first membership began in the period.", 38),
        cancelled: count("Whose last membership ended in the period.", 11),
        churn_rate: rate(
          "Of the members at the beginning of the period, the share that has ended since.",
          0.0271,
        ),
      })
      .meta({ description: "Customers with a membership." }),
    subscriptions: z
      .object({
        active: count("Active now.", 530),
        paused: count("Paused now.", 24),
        new: count("Begun in the period.", 52),
        cancelled: count("Ended in the period.", 19),
      })
      .meta({ description: "Memberships and product subscriptions." }),
    revenue: z
      .object({
        total: money(
          "What the orders of the period cost when they were placed: all orders, without later refunds. With a plan: orders that began or renewed one of its subscriptions.",
          "18250.40",
        ),
        recurring: money("The part of it that renewals brought.", "9120.00"),
        mrr: money(
          "What the active subscriptions will bring a month, net of recurring discounts, without delivery and one-off amounts.",
          "8240.00",
        ),
        average_order_value: z.string().nullable().meta({
          description: "`total` by the number of orders; null without any.",
          example: "42.15",
        }),
      })
      .meta({ description: "What was sold." }),
    billing: z
      .object({
        attempts: count("Charges tried in the period.", 460),
        successful: count("Of them, paid.", 431),
        failed: count("Of them, failed. The others are pending.", 27),
        success_rate: rate("Paid among those that have ended.", 0.941),
        recovered: count("Cycles that were paid after a charge of theirs had failed.", 14),
      })
      .meta({ description: "Charges of subscriptions." }),
    store_credit: z
      .object({
        issued: money("Given in the period.", "1240.00"),
        used: money("Spent in the period, less what came back.", "980.50"),
        expired: money("Expired unused.", "35.00"),
        forfeited: money("Forfeited when a membership ended.", "60.00"),
        outstanding: money("What customers have now.", "5310.25"),
      })
      .meta({ description: "Store credit of all plans." }),
    retention: z
      .object({
        cancel_flows: count("Shoppers who began to cancel.", 45),
        offers_shown: count("Of them, those who were shown an offer.", 40),
        offers_accepted: count("Offers accepted in the period, in a flow or by another way.", 16),
        saved: count("Shoppers who began to cancel and stayed.", 18),
        save_rate: rate("Saved among the flows that came to an end.", 0.45),
      })
      .meta({ description: "How shoppers who wanted to cancel were kept." }),
    series: z
      .array(
        z.object({
          date: date("A day in the store's zone.", "2026-11-22"),
          revenue: money("Of all orders of the day, whatever the plan.", "612.30"),
          new_members: count("Whose first membership began that day.", 2),
          cancelled_members: count("Whose last membership ended that day.", 1),
          failed_attempts: count("Charges tried that day that failed.", 1),
        }),
      )
      .meta({ description: "One entry a day, oldest first." }),
  })
  .meta({ id: "AnalyticsOverview" });

export function toOverviewRecord(
  overview: Overview,
  asked: { period: string; currency: string; planId: string | null },
): z.infer<typeof overviewRecordSchema> {
  const { days, members, subscriptions, revenue, billing, credit, retention, series } = overview;
  const { period, currency, planId } = asked;
  const amount = (minor: number) => formatMinorExactly(minor, currency);
  return {
    period,
    from: days[0]?.date ?? "",
    to: days.at(-1)?.date ?? "",
    currency,
    plan_id: planId,
    members: {
      active: members.active,
      new: members.joined,
      cancelled: members.cancelled,
      churn_rate: members.churnRate,
    },
    subscriptions: {
      active: subscriptions.active,
      paused: subscriptions.paused,
      new: subscriptions.created,
      cancelled: subscriptions.cancelled,
    },
    revenue: {
      total: amount(revenue.totalMinor),
      recurring: amount(revenue.recurringMinor),
      mrr: amount(revenue.mrrMinor),
      average_order_value:
        revenue.averageOrderMinor === null ? null : amount(revenue.averageOrderMinor),
    },
    billing: {
      attempts: billing.attempts,
      successful: billing.successful,
      failed: billing.failed,
      success_rate: billing.successRate,
      recovered: billing.recovered,
    },
    store_credit: {
      issued: amount(credit.issuedMinor),
      used: amount(credit.usedMinor),
      expired: amount(credit.expiredMinor),
      forfeited: amount(credit.forfeitedMinor),
      outstanding: amount(credit.outstandingMinor),
    },
    retention: {
      cancel_flows: retention.cancelFlows,
      offers_shown: retention.offersShown,
      offers_accepted: retention.offersAccepted,
      saved: retention.saved,
      save_rate: retention.saveRate,
    },
    series: series.map((day, index) => ({
      date: days[index]?.date ?? "",
      revenue: amount(day.revenueMinor),
      new_members: day.newMembers,
      cancelled_members: day.cancelledMembers,
      failed_attempts: day.failedAttempts,
    })),
  };
}
