import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { BlockStack, Page } from "@shopify/polaris";
import type { ShopContext } from "#app/domain/context.ts";
import { listCreditPeriods } from "#app/domain/ledger/reports/credit-periods.ts";
import { hasCreditHistory } from "#app/domain/ledger/reports/has-credit-history.ts";
import { readCreditAgeing } from "#app/domain/ledger/reports/read-credit-ageing.ts";
import { readCreditLiability } from "#app/domain/ledger/reports/read-credit-liability.ts";
import { readOutstandingOn } from "#app/domain/ledger/reports/read-outstanding-on.ts";
import { listPointRewards } from "#app/domain/loyalty/point-rewards/list-point-rewards.ts";
import { pointWorth } from "#app/domain/loyalty/point-rewards/point-worth.ts";
import { shortened } from "#app/lib/storable-text.ts";
import { DownloadButton } from "#app/ui/download-button.tsx";
import { EmptyCard } from "#app/ui/empty-card.tsx";
import type { Formats } from "#app/ui/format.ts";
import { AgeingCard } from "../../ledger-report/ageing-card.tsx";
import { showAges } from "../../ledger-report/period-view.ts";
import { type ReportQuery, readReportQuery } from "../../ledger-report/report-query.ts";
import { openAdmin } from "../../open-admin.ts";
import { orNull } from "../../or-null.ts";
import { LoyaltyTabs } from "../loyalty-tabs.tsx";
import { showPointsOn } from "../points-on-view.ts";
import { PointsReport } from "./points-report.tsx";
import { showPointsReport, USUAL_SPAN } from "./points-report-view.ts";

export async function loader({ request, context: loadContext }: LoaderFunctionArgs) {
  const { context, formats } = await openAdmin({ request, context: loadContext });
  const { searchParams } = new URL(request.url);
  const query = readReportQuery(searchParams, USUAL_SPAN);
  const on = shortened(searchParams.get("on") ?? "", 10);
  const [report, ages, pointsOn] = await Promise.all([
    orNull(context, "loyalty", readReport(context, formats, query)),
    orNull(context, "loyalty", readCreditAgeing(context, "points")),
    on === "" ? null : readOutstandingOn(context, "points", on),
  ]);
  return {
    query,
    report,
    ages: ages && showAges(ages, null, formats),
    asked: on === "" ? null : showPointsOn(on, pointsOn, formats),
  };
}

/** `blank`: no points have ever moved, so there is nothing to report. */
async function readReport(context: ShopContext, formats: Formats, { span, step }: ReportQuery) {
  const { shop, clock } = context;
  if (!(await hasCreditHistory(context, "points"))) return "blank" as const;
  const periods = listCreditPeriods(clock.now(), span, step, shop.ianaTimezone);
  const [liability, offered] = await Promise.all([
    readCreditLiability(context, periods, "points"),
    listPointRewards(context),
  ]);
  const worth = pointWorth(offered, shop.currency);
  return showPointsReport(liability, worth, shop.currency, formats);
}

export default function PointsLiability() {
  const { query, report, ages, asked } = useLoaderData<typeof loader>();
  if (report === "blank") return <FirstUse />;
  return (
    <Page
      title={TITLE}
      subtitle={SUBTITLE}
      primaryAction={
        <DownloadButton
          url={`/app/loyalty-liability.csv?${new URLSearchParams({ ...query })}`}
          fileName="points-liability.csv"
          label="Export CSV"
        />
      }
    >
      <BlockStack gap="400">
        <LoyaltyTabs />
        <PointsReport query={query} report={report} asked={asked}>
          <AgeingCard title="When they expire" ages={ages} />
        </PointsReport>
      </BlockStack>
    </Page>
  );
}

const TITLE = "Points outstanding";
const SUBTITLE = "What your customers can still redeem, and how it came and went";

function FirstUse() {
  return (
    <Page title={TITLE} subtitle={SUBTITLE}>
      <BlockStack gap="400">
        <LoyaltyTabs />
        <EmptyCard title="No customer has points yet">
          Once a rule gives points, this page says what is outstanding, what was redeemed, and what
          expired unused.
        </EmptyCard>
      </BlockStack>
    </Page>
  );
}
