import { BlockStack, Card, Text } from "@shopify/polaris";
import type { ReactNode } from "react";
import { ResponsiveTable, type TableColumn } from "#app/ui/responsive-table.tsx";
import { FlowChart } from "../../ledger-report/flow-chart.tsx";
import { OutstandingChart } from "../../ledger-report/outstanding-chart.tsx";
import type { PeriodView } from "../../ledger-report/period-view.ts";
import type { ReportQuery } from "../../ledger-report/report-query.ts";
import { SpanForm } from "../../ledger-report/span-form.tsx";
import { Figure } from "../figure.tsx";
import { PointsOnForm } from "../points-on-form.tsx";
import type { PointsOnView } from "../points-on-view.ts";
import { POINTS_FLOW_NAMES, type PointsFlow, type PointsReportView } from "./points-report-view.ts";

/** So many rows are shown at once; more are opened by who wants them. */
const FEW = 12;

/**
 * What customers can still redeem: now, over time, and, after `children`, from each period to the next. Null: could not be read.
 */
export function PointsReport({
  query,
  report,
  asked,
  children,
}: {
  query: ReportQuery;
  report: PointsReportView | null;
  /** What there was on a day that was asked for. */
  asked: PointsOnView | null;
  children: ReactNode;
}) {
  if (!report) {
    return (
      <>
        <Card>
          <Text as="p" tone="critical">
            The figures could not be read. Reload the page to try again.
          </Text>
        </Card>
        {children}
      </>
    );
  }
  return (
    <>
      <NowCard report={report} asked={asked} />
      <Card>
        <BlockStack gap="400">
          <Text as="h2" variant="headingMd">
            Outstanding over time
          </Text>
          <SpanForm query={query} />
          <OutstandingChart what="Points" periods={report.periods} currency={null} />
          <TimeFigures time={report.time} />
          <FlowChart
            what="Points earned, adjusted, redeemed, expired, taken back, and debts made and paid"
            names={POINTS_FLOW_NAMES}
            periods={report.periods}
            currency={null}
          />
        </BlockStack>
      </Card>
      {children}
      <Card>
        <BlockStack gap="300">
          <Text as="h2" variant="headingMd">
            {query.step === "day" ? "Day by day" : "Month by month"}
          </Text>
          <Text as="p" tone="subdued">
            What a row began with and all that moved in it are its end. Points that are taken back
            after they were spent are a debt of their customer: it stands among the debts when it is
            made, and below zero when what they earn next pays for it.
          </Text>
          <details key={query.step} className="pn-details" open={report.periods.length <= FEW}>
            <summary>Show these figures as a table</summary>
            <ResponsiveTable
              inset
              caption={`Points outstanding at the beginning and the end of each ${query.step}, and what moved between`}
              rows={[...report.periods].reverse()}
              rowKey={({ name }) => name}
              columns={columnsOf(query.step)}
            />
          </details>
        </BlockStack>
      </Card>
    </>
  );
}

function NowCard({
  report: { outstanding, pending, owed, worth },
  asked,
}: {
  report: PointsReportView;
  asked: PointsOnView | null;
}) {
  return (
    <Card>
      <BlockStack gap="400">
        <Text as="h2" variant="headingMd">
          Outstanding now
        </Text>
        <div className="pn-figures">
          <Figure name="Outstanding" value={outstanding} note="points that can be redeemed" />
          <Figure
            name="Worth in money"
            value={worth?.amount ?? "–"}
            note={worth ? worth.rate : "nothing says what a point is worth"}
          />
          <Figure name="Pending" value={pending} note="until return windows are over" />
          <Figure name="Owed" value={owed} note="taken back after they were spent" />
        </div>
        <Text as="p" tone="subdued">
          {worth
            ? `Points have no price of their own. This is what all outstanding ones would come to if each was redeemed for “${worth.reward}”, the offered reward that gives most money a point. Percentages, products and shipping have no fixed amount and are left out.`
            : "Points have no price of their own. Once you offer an amount of money for points, what they would come to stands here."}
        </Text>
        <PointsOnForm asked={asked} />
      </BlockStack>
    </Card>
  );
}

function TimeFigures({
  time: { earned, redeemed, expired, breakage },
}: {
  time: PointsReportView["time"];
}) {
  return (
    <div className="pn-figures">
      <Figure name="Earned" value={earned} note="in this time" />
      <Figure name="Redeemed" value={redeemed} note="in this time" />
      <Figure
        name="Breakage"
        value={expired}
        note={
          breakage === null
            ? "points that expired unused"
            : `points that expired: ${breakage} of those that were redeemed or expired`
        }
      />
    </div>
  );
}

const KINDS = Object.keys(POINTS_FLOW_NAMES) as PointsFlow[];

function columnsOf(step: "day" | "month"): TableColumn<PeriodView<PointsFlow>>[] {
  return [
    { title: step === "day" ? "Day" : "Month", leads: true, cell: ({ label }) => label },
    { title: "Opening", atEnd: true, cell: ({ opening }) => opening },
    ...KINDS.map((flow) => ({
      title: POINTS_FLOW_NAMES[flow],
      atEnd: true,
      cell: ({ flows }: PeriodView<PointsFlow>) => flows[flow],
    })),
    { title: "Closing", atEnd: true, cell: ({ outstanding }) => outstanding },
  ];
}
