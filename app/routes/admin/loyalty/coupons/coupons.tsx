import type { LoaderFunctionArgs } from "@remix-run/node";
import { type ClientActionFunctionArgs, Link, useLoaderData } from "@remix-run/react";
import { Badge, BlockStack, Button, Card, Page, Text } from "@shopify/polaris";
import { useState } from "react";
import { z } from "zod";
import {
  listCouponsForMerchant,
  type ManagedCoupon,
} from "#app/domain/loyalty/read/list-coupons-for-merchant.ts";
import { disableCoupon } from "#app/domain/loyalty/rewards/disable-coupon.ts";
import { rewardTypeOf } from "#app/domain/loyalty/rewards/reward-types.ts";
import type { Shop } from "#app/domain/shops/shop.ts";
import { formatDate } from "#app/lib/zoned-time.ts";
import { EmptyCard } from "#app/ui/empty-card.tsx";
import type { Formats } from "#app/ui/format.ts";
import { type ListFilter, ListFilters } from "#app/ui/index-list/list-filters.tsx";
import { PageLinks } from "#app/ui/page-links.tsx";
import { Question } from "#app/ui/question.tsx";
import { ResponsiveTable, type TableColumn } from "#app/ui/responsive-table.tsx";
import { showToast } from "#app/ui/show-toast.ts";
import { useFormRequest } from "#app/ui/use-form-request.ts";
import { formAction } from "../../form-action.ts";
import { readId } from "../../input/read-id.ts";
import { keepWhenOffline } from "../../keep-when-offline.ts";
import { openAdmin } from "../../open-admin.ts";
import { revalidateUnlessRefused } from "../../revalidate-unless-refused.ts";
import { customerTitle } from "../../subscriptions/customer-title.ts";
import { describeRange, PAGE_SIZE, readPage } from "../../subscriptions/read-page.ts";
import { showSavedViews } from "../../subscriptions/views/show-saved-views.ts";
import { LoyaltyTabs } from "../loyalty-tabs.tsx";
import { loyaltyWords } from "../loyalty-words.ts";
import { readCouponQuery, STATE_NAMES, TYPE_NAMES, toCouponFilters } from "./coupon-query.ts";

const HERE = "/app/loyalty/coupons";

export async function loader({ request, context: loadContext }: LoaderFunctionArgs) {
  const { context, formats } = await openAdmin({ request, context: loadContext });
  const { searchParams } = new URL(request.url);
  const query = readCouponQuery(searchParams);
  const page = readPage(searchParams);
  const place = { limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE };
  const [{ coupons, total }, views] = await Promise.all([
    listCouponsForMerchant(context, toCouponFilters(query), place),
    showSavedViews(context, "loyalty_coupons"),
  ]);
  return {
    ...{ query, page, total, views },
    range: describeRange(page, coupons.length, total, formats),
    rows: coupons.map((one) => showCoupon(one, context.shop, formats)),
  };
}

type CouponRow = ReturnType<typeof showCoupon>;

function showCoupon(
  coupon: ManagedCoupon,
  { currency, ianaTimezone }: Pick<Shop, "currency" | "ianaTimezone">,
  formats: Formats,
) {
  const day = (instant: Date) => formats.day(formatDate(instant, ianaTimezone));
  const { customer, reward, expiresAt, state } = coupon;
  const gives = rewardTypeOf(reward).describe(reward, loyaltyWords(formats, currency));
  return {
    id: String(coupon.id),
    code: coupon.code,
    customer: customer.isErased ? "Erased customer" : customerTitle(customer),
    customerId: String(customer.id),
    rule: coupon.ruleName,
    gives: gives.replace(/^a coupon (for )?/, "").replace(/^./, (letter) => letter.toUpperCase()),
    state,
    isWaiting: state === "active" && !coupon.isPublished,
    used: coupon.usageCount === 0 ? "–" : formats.count(coupon.usageCount, "order"),
    until: expiresAt ? day(expiresAt) : "Never expires",
    made: day(coupon.createdAt),
  };
}

export const action = formAction(
  z.object({ intent: z.literal("disable"), id: z.string() }),
  async ({ context, input: { id } }) => {
    await disableCoupon(context, readId(id));
    return { outcome: "disabled" as const };
  },
);

export const clientAction = ({ serverAction }: ClientActionFunctionArgs) =>
  keepWhenOffline(() => serverAction<typeof action>());

export const shouldRevalidate = revalidateUnlessRefused;

export default function LoyaltyCoupons() {
  const { query, page, total, views, range, rows } = useLoaderData<typeof loader>();
  const [asking, setAsking] = useState<CouponRow | null>(null);
  const form = useFormRequest<{ outcome: "disabled" }>(() => {
    setAsking(null);
    showToast("Coupon disabled");
  });
  const isFiltered = Object.values(query).some((value) => value !== "");
  const isFirstUse = total === 0 && !isFiltered && views.length === 0;
  const ask = (row: CouponRow) => {
    form.dismissError();
    setAsking(row);
  };
  return (
    <Page title="Coupons" subtitle="Discount codes that rules gave">
      <BlockStack gap="400">
        <LoyaltyTabs />
        {isFirstUse ? (
          <EmptyCard title="No coupons yet">
            A coupon appears here as soon as a rule has rewarded a customer with a discount, a free
            product or free shipping.
          </EmptyCard>
        ) : (
          <Card padding="0">
            <ListFilters
              url={HERE}
              list="loyalty_coupons"
              views={views}
              viewsAction="/app/saved-views"
              query={{ ...query }}
              filters={FILTERS}
              searchPlaceholder="Code, or a customer's name or email"
              sortOptions={SORT_OPTIONS}
              sort={{ selected: "created desc", toQuery: () => "" }}
            />
            {rows.length > 0 && (
              <ResponsiveTable
                caption="Coupons, newest first"
                rows={rows}
                rowKey={({ id }) => id}
                columns={columnsOf(ask, form.isSending)}
              />
            )}
          </Card>
        )}
        {rows.length === 0 && !isFirstUse && (
          <EmptyCard title="No coupon matches" action={<Button url={HERE}>Show all</Button>}>
            Try the whole code, fewer words of a name, or other filters.
          </EmptyCard>
        )}
        <PageLinks url={HERE} page={page} pageSize={PAGE_SIZE} total={total} range={range} />
      </BlockStack>
      <Question
        open={asking !== null}
        title={`Disable ${asking?.code ?? ""}?`}
        close="Keep coupon"
        confirm="Disable coupon"
        critical
        isSending={form.isSending}
        error={form.error?.message ?? null}
        onClose={() => setAsking(null)}
        onConfirm={() => form.send({ intent: "disable", id: asking?.id })}
      >
        <Text as="p">
          {asking?.customer} can no longer use it, and gets no other one for the same reward.
        </Text>
      </Question>
    </Page>
  );
}

const STATE_TONES = { active: "success", used: "info", expired: "attention" } as const;

const FILTERS: ListFilter[] = [
  { name: "state", label: "Status", options: optionsOf(STATE_NAMES) },
  { name: "type", label: "Type", options: optionsOf(TYPE_NAMES) },
];

function optionsOf(names: Readonly<Record<string, string>>) {
  return Object.entries(names).map(([value, label]) => ({ value, label }));
}

const SORT_OPTIONS = [
  { label: "Created", value: "created desc" as const, directionLabel: "Newest first" },
];

function columnsOf(ask: (row: CouponRow) => void, isSending: boolean): TableColumn<CouponRow>[] {
  return [
    {
      title: "Coupon",
      leads: true,
      cell: ({ code, rule }) => (
        <BlockStack>
          <Text as="span" fontWeight="semibold">
            {code}
          </Text>
          <Text as="span" tone="subdued" variant="bodySm">
            {rule}
          </Text>
        </BlockStack>
      ),
    },
    {
      title: "Customer",
      cell: ({ customer, customerId }) => (
        <Link to={`/app/customers/${customerId}`}>{customer}</Link>
      ),
    },
    { title: "Gives", cell: ({ gives }) => gives },
    {
      title: "Status",
      cell: ({ state, isWaiting }) =>
        isWaiting ? (
          <Badge>Being made</Badge>
        ) : (
          <Badge {...(state !== "disabled" && { tone: STATE_TONES[state] })}>
            {STATE_NAMES[state]}
          </Badge>
        ),
    },
    { title: "Used", cell: ({ used }) => used },
    { title: "Until", cell: ({ until }) => until },
    { title: "Created", cell: ({ made }) => made },
    {
      title: "Actions",
      cell: (row) =>
        row.state === "active" ? (
          <Button
            size="slim"
            accessibilityLabel={`Disable ${row.code}`}
            disabled={isSending}
            onClick={() => ask(row)}
          >
            Disable
          </Button>
        ) : null,
    },
  ];
}
