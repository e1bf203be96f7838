import { BlockStack, Card, Text } from "@shopify/polaris";
import { ResponsiveTable, type TableColumn } from "#app/ui/responsive-table.tsx";
import { FlowChart } from "../../ledger-report/flow-chart.tsx";
import { OutstandingChart } from "../../ledger-report/outstanding-chart.tsx";
import type { PeriodView } from "../../ledger-report/period-view.ts";
import type { ReportQuery } from "../../ledger-report/report-query.ts";
import { SpanForm } from "../../ledger-report/span-form.tsx";
import { CREDIT_FLOW_NAMES, type CreditFlow, type CreditTypeView } from "./credit-report-view.ts";

export interface CreditReportView {
  outstanding: string;
  available: string;
  held: string;
  holders: string;
  currency: string;
  periods: readonly PeriodView<CreditFlow>[];
  types: readonly CreditTypeView[];
}

/** What is owed in credit: now, over time, and by what moved. Null: could not be read. */
export function LiabilityCard({
  query,
  report,
}: {
  query: ReportQuery;
  report: CreditReportView | null;
}) {
  if (!report) {
    return (
      <Card>
        <Text as="p" tone="critical">
          The figures could not be read. Reload the page to try again.
        </Text>
      </Card>
    );
  }
  return (
    <>
      <Card>
        <BlockStack gap="400">
          <Text as="h2" variant="headingMd">
            {`Outstanding now, in ${report.currency}`}
          </Text>
          <div className="pn-figures">
            <Figure name="Outstanding" value={report.outstanding} note={`to ${report.holders}`} />
            <Figure name="Available" value={report.available} note="can be spent" />
            <Figure name="Held" value={report.held} note="reserved by checkouts" />
          </div>
        </BlockStack>
      </Card>
      <Card>
        <BlockStack gap="400">
          <Text as="h2" variant="headingMd">
            Outstanding over time
          </Text>
          <SpanForm query={query} />
          <OutstandingChart what="Credit" periods={report.periods} currency={report.currency} />
          <Text as="h3" variant="headingSm">
            Activity
          </Text>
          <FlowChart
            what="Credit given, returned, used, ended and taken back"
            names={CREDIT_FLOW_NAMES}
            periods={report.periods}
            currency={report.currency}
          />
          <details className="pn-details">
            <summary>Show these figures as a table</summary>
            <ResponsiveTable
              inset
              caption={`Credit outstanding at the end of each ${query.step}, and what moved in it`}
              rows={[...report.periods].reverse()}
              rowKey={({ name }) => name}
              columns={periodColumns(query.step)}
            />
          </details>
        </BlockStack>
      </Card>
      <Card>
        <BlockStack gap="300">
          <Text as="h2" variant="headingMd">
            By type, over the same time
          </Text>
          {report.types.length === 0 ? (
            <Text as="p" tone="subdued">
              No credit moved in this time. Choose a longer one to see what did.
            </Text>
          ) : (
            <ResponsiveTable
              inset
              caption="What moved, by type"
              rows={report.types}
              rowKey={({ typeCode }) => String(typeCode)}
              columns={TYPE_COLUMNS}
            />
          )}
        </BlockStack>
      </Card>
    </>
  );
}

function Figure({ name, value, note }: { name: string; value: string; note: string }) {
  return (
    <BlockStack gap="050">
      <Text as="h3" variant="bodySm" tone="subdued">
        {name}
      </Text>
      <Text as="p" variant="headingXl">
        {value}
      </Text>
      <Text as="p" variant="bodySm" tone="subdued">
        {note}
      </Text>
    </BlockStack>
  );
}

const KINDS = Object.keys(CREDIT_FLOW_NAMES) as CreditFlow[];

function periodColumns(step: "day" | "month"): TableColumn<PeriodView<CreditFlow>>[] {
  return [
    { title: step === "day" ? "Day" : "Month", leads: true, cell: ({ label }) => label },
    ...KINDS.map((flow) => ({
      title: CREDIT_FLOW_NAMES[flow],
      atEnd: true,
      cell: ({ flows }: PeriodView<CreditFlow>) => flows[flow],
    })),
    { title: "Outstanding", atEnd: true, cell: ({ outstanding }) => outstanding },
  ];
}

const TYPE_COLUMNS: TableColumn<CreditTypeView>[] = [
  { title: "Type", leads: true, cell: ({ name }) => name },
  { title: "Entries", atEnd: true, cell: ({ entries }) => entries },
  { title: "Given", atEnd: true, cell: ({ given }) => given },
  { title: "Taken", atEnd: true, cell: ({ taken }) => taken },
  { title: "Net", atEnd: true, cell: ({ net }) => net },
];
