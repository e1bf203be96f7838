import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Banner, BlockStack, Button, Page, Text } from "@shopify/polaris";
import type { ShopContext } from "#app/domain/context.ts";
import { listCreditPeriods } from "#app/domain/ledger/reports/credit-periods.ts";
import { hasCreditHistory } from "#app/domain/ledger/reports/has-credit-history.ts";
import { readCreditAgeing } from "#app/domain/ledger/reports/read-credit-ageing.ts";
import { readCreditLiability } from "#app/domain/ledger/reports/read-credit-liability.ts";
import { listWrittenOff } from "#app/domain/store-credit/reports/list-written-off.ts";
import { DownloadButton } from "#app/ui/download-button.tsx";
import { EmptyCard } from "#app/ui/empty-card.tsx";
import type { Formats } from "#app/ui/format.ts";
import { AgeingCard } from "../../ledger-report/ageing-card.tsx";
import { showAges, showPeriods } from "../../ledger-report/period-view.ts";
import { type ReportQuery, readReportQuery } from "../../ledger-report/report-query.ts";
import { openAdmin } from "../../open-admin.ts";
import { orNull } from "../../or-null.ts";
import { CreditTabs } from "../credit-tabs.tsx";
import { showTypes, sumCreditFlows, USUAL_SPAN } from "./credit-report-view.ts";
import { LiabilityCard } from "./liability-card.tsx";
import { WrittenOffCard } from "./written-off-card.tsx";

const WRITTEN_OFF_SHOWN = 10;

export async function loader({ request, context: loadContext }: LoaderFunctionArgs) {
  const { context, formats } = await openAdmin({ request, context: loadContext });
  const query = readReportQuery(new URL(request.url).searchParams, USUAL_SPAN);
  const [report, ages, writtenOff] = await Promise.all([
    readReport(context, formats, query),
    orNull(context, "credit", readCreditAgeing(context, "money")),
    orNull(context, "credit", listWrittenOff(context, WRITTEN_OFF_SHOWN)),
  ]);
  const { shop } = context;
  return {
    query,
    report,
    ages: ages && showAges(ages, shop.currency, formats),
    writtenOff: writtenOff && {
      total: formats.money(writtenOff.totalMinor, shop.currency),
      orders: formats.count(writtenOff.count, "order"),
      count: writtenOff.count,
      latest: writtenOff.latest.map((one) => ({
        id: String(one.id),
        customerId: String(one.customerId),
        order: one.orderName ?? "An order",
        amount: formats.money(one.amountMinor, one.currency),
        shortfall: formats.money(one.shortfallMinor, one.currency),
        at: formats.instant(one.at, shop.ianaTimezone),
      })),
    },
  };
}

/** `blank`: no credit has ever moved, so there is nothing to report. Null: it could not be read. */
async function readReport(context: ShopContext, formats: Formats, query: ReportQuery) {
  const { shop, clock } = context;
  return orNull(
    context,
    "credit",
    (async () => {
      if (!(await hasCreditHistory(context, "money"))) return "blank" as const;
      const periods = listCreditPeriods(clock.now(), query.span, query.step, shop.ianaTimezone);
      const liability = await readCreditLiability(context, periods, "money");
      return {
        outstanding: formats.money(liability.availableMinor + liability.heldMinor, shop.currency),
        available: formats.money(liability.availableMinor, shop.currency),
        held: formats.money(liability.heldMinor, shop.currency),
        holders: formats.count(liability.holders ?? 0, "customer"),
        currency: shop.currency,
        periods: showPeriods(liability.periods, sumCreditFlows, shop.currency, formats),
        types: showTypes(liability.periods, shop, formats),
      };
    })(),
  );
}

export default function Credit() {
  const { query, report, ages, writtenOff } = useLoaderData<typeof loader>();
  if (report === "blank") return <FirstUse />;
  return (
    <Page
      title="Store credit"
      subtitle="What your customers hold, and how it came and went"
      primaryAction={
        <DownloadButton
          url={`/app/store-credit.csv?${new URLSearchParams({ ...query })}`}
          fileName="store-credit-liability.csv"
          label="Export CSV"
        />
      }
    >
      <BlockStack gap="400">
        <CreditTabs />
        {writtenOff && writtenOff.count > 0 && (
          <Banner
            tone="warning"
            title={`${writtenOff.orders} used more credit than was left: ${writtenOff.total} written off`}
          >
            <Text as="p">
              These orders arrived after the credit held for them had gone elsewhere. Nobody owes
              the difference; they are listed below for you to look at.
            </Text>
          </Banner>
        )}
        <LiabilityCard query={query} report={report} />
        <AgeingCard
          title="When it expires"
          ages={ages}
          list={{
            label: "Customers whose credit ends within 30 days",
            url: "/app/store-credit/customers?holding=expiring",
          }}
        />
        {writtenOff && writtenOff.count > 0 && <WrittenOffCard writtenOff={writtenOff} />}
      </BlockStack>
    </Page>
  );
}

function FirstUse() {
  return (
    <Page title="Store credit" subtitle="What your customers hold, and how it came and went">
      <BlockStack gap="400">
        <CreditTabs />
        <EmptyCard
          title="No customer has store credit yet"
          action={<Button url="/app/store-credit/grants">Grant credit to a plan</Button>}
        >
          Give it to the members of a plan, to one customer after a search, or to many by a file.
          Offers in the cancel flow and other systems can give it too.
        </EmptyCard>
      </BlockStack>
    </Page>
  );
}
